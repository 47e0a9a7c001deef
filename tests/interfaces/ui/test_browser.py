"""The page in a real browser: asking, looking, by keyboard, on a narrow screen, and for a screen reader."""

import json
import shutil

import pytest

from tests.confirmation.towns import QUESTION, TOWNS
from tests.interfaces.ui.pages import HOSTILE, NO_ENDPOINT, firm_graph, hostile_file, served_page

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")

CAPITAL = "What is the capital of France?"
STATE = "Which city is the capital of the US state of Georgia?"
WIDE = "What do France and Germany have in common?"
"""Its picture is wider than the page, and is moved with the keyboard, too."""
LEADS = "Who leads the Sales Department?"
WAIT = 20_000
WIDTHS = (390, 820, 1400)


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The folder of feedback."""
    return tmp_path_factory.mktemp("feedback")


@pytest.fixture(scope="module")
def url(tmp_path_factory, written):
    folder = tmp_path_factory.mktemp("graphs")
    towns = folder / "towns.ttl"
    towns.write_text(TOWNS, encoding="utf-8")
    firm = folder / "firm.ttl"
    firm_graph().serialize(firm, "turtle")
    graphs = ("demo", hostile_file(folder), NO_ENDPOINT, str(towns), str(firm))
    with served_page(*graphs, feedback=written) as found:
        yield found


@pytest.fixture(scope="module")
def firm_url(tmp_path_factory, written):
    """A page over the graph of a firm that is read by meaning."""
    firm = tmp_path_factory.mktemp("firm") / "firm.ttl"
    firm_graph().serialize(firm, "turtle")
    with served_page(str(firm), feedback=written, encoder="auto") as found:
        yield found


@pytest.fixture
def page(browser, url):
    """An open page; what its scripts complain of fails the test."""
    yield from opened_page(browser, url)


@pytest.fixture
def firm_page(browser, firm_url):
    """The same over the graph of a firm."""
    yield from opened_page(browser, firm_url)


def opened_page(browser, url):
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    opened = context.new_page()
    opened.set_default_timeout(WAIT)
    complaints: list[str] = []
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    opened.goto(url)
    yield opened
    context.close()
    assert complaints == []


TURN = "section:not([hidden]) > .turn"
LAST = f"{TURN}:last-child"


def ask(page, question: str) -> None:
    page.fill("#question", question)
    page.keyboard.press("Enter")
    answered(page, page.locator(TURN).count())


def answered(page, number: int) -> None:
    """Waits for the end of a run: the turn of this number is there, and is asked no more."""
    page.wait_for_selector(f"{TURN}:nth-child({number}):not(.asking)")


def choose_graph(page, number: str) -> None:
    page.select_option("[name=graph]", number)


def open_chats(page) -> None:
    page.click("#history summary")


def test_a_question_has_steps_an_answer_a_reason_and_a_picture(page):
    page.fill("#question", CAPITAL)
    page.keyboard.press("Enter")
    page.wait_for_selector(".turn .now:text-matches('.')")
    page.wait_for_selector(".turn:not(.asking)")
    assert page.inner_text(".said") == "Paris"
    assert page.inner_text(".status") == "supported"
    assert "Every fact is in the graph" in page.inner_text(".why")
    assert page.get_attribute(".steps", "open") is None
    page.click(".steps summary")
    assert "recognize topics" in page.inner_text(".steps ol")
    assert page.locator(".picture svg:visible").count() == 1
    assert page.input_value("#question") == ""


def test_questions_stand_below_one_another_and_the_input_at_the_bottom(page):
    ask(page, CAPITAL)
    ask(page, "And Germany?")
    assert page.locator(".asked").all_inner_texts() == [CAPITAL, "And Germany?"]
    assert page.inner_text(f"{LAST} .read") == "Read as: What is the capital of Germany?"
    assert page.inner_text(f"{LAST} .said") == "Berlin"
    assert page.is_hidden(f"{TURN}:first-child .read")
    box = page.locator("#ask").bounding_box()
    assert box["y"] + box["height"] == pytest.approx(900, abs=2)
    assert page.locator(f"{LAST} .asked").bounding_box()["y"] < 300


def test_a_cited_path_is_marked(page):
    ask(page, STATE)
    page.click(".evidence summary")
    page.click(".cite")
    assert page.get_attribute(".cite", "aria-pressed") == "true"
    assert page.locator(".picture svg:visible.marking .run.marked").count() > 0
    page.click(".cite")
    assert page.get_attribute(".cite", "aria-pressed") == "false"
    assert page.locator(".picture .marking").count() == 0


def test_another_reading_is_answered_by_beside_the_first_answer(page):
    ask(page, STATE)
    other = ".say[data-reading]"
    assert "Washington, D.C." in page.inner_text(other)
    page.press(other, "Enter")
    answered(page, 2)
    assert page.inner_text(f"{LAST} .said") == "Washington, D.C."
    assert page.inner_text(f"{LAST} .asked").startswith(STATE)
    assert "By the reading: " in page.inner_text(f"{LAST} .answer")
    assert page.inner_text(f"{LAST} .status") == "partial"
    assert "% sure" in page.inner_text(f"{LAST} .why")
    assert page.inner_text(f"{TURN}:first-child .said") == "Atlanta"


def test_a_chosen_reading_is_asked_again_after_the_page_was_loaded_again(page):
    ask(page, STATE)
    page.click(".say[data-reading]")
    answered(page, 2)
    page.reload()
    open_chats(page)
    page.click("#history .open")
    page.click(f"{LAST} .say:text('Ask again')")
    answered(page, 3)
    assert page.inner_text(f"{LAST} .said") == "Washington, D.C."


def test_a_word_in_doubt_is_asked_about_once_in_a_conversation(firm_page):
    page = firm_page
    ask(page, LEADS)
    assert page.inner_text(".doubt p") == "By leads I read headed by."
    page.click(".doubt .agree")
    answered(page, 2)
    assert page.inner_text(f"{LAST} .status") == "supported"
    ask(page, LEADS)
    assert page.inner_text(f"{LAST} .status") == "supported"
    assert page.locator(f"{LAST} .doubt").count() == 0
    page.reload()
    open_chats(page)
    page.click("#history .open")
    ask(page, LEADS)
    assert page.inner_text(f"{LAST} .status") == "supported"
    page.click("#new")
    ask(page, LEADS)
    assert page.inner_text(f"{LAST} .status") == "partial"


def test_who_means_something_else_may_choose_or_say_it_anew(firm_page):
    page = firm_page
    ask(page, "Who leads Sales Department?")
    page.wait_for_selector(".suggested .say", state="attached")
    assert page.is_hidden(".suggested")
    page.click(".doubt .disagree")
    assert page.input_value("#question") == "Who leads Sales Department?"
    assert page.evaluate("document.activeElement.id") == "question"
    page.click(".suggested .say")
    answered(page, 2)
    assert page.inner_text(f"{LAST} .status") == "supported"


def test_an_abstention_offers_readings_and_other_questions(firm_page):
    page = firm_page
    ask(page, "Who knows Ann?")
    assert page.inner_text(".said") == "No answer"
    assert page.locator(".say[data-reading]").count() == 2
    page.click(".suggested .say")
    answered(page, 2)
    assert page.inner_text(f"{LAST} .status") == "supported"


def test_an_entity_shows_what_the_graph_has_of_it_and_leads_on(page):
    ask(page, CAPITAL)
    page.click(".said .thing")
    page.wait_for_selector("#entity h2:text('Paris')")
    page.click("#entity .thing:text('France')")
    page.wait_for_selector("#entity h2:text('France')")
    page.keyboard.press("Escape")
    assert page.is_hidden("#entity")
    page.click(".picture svg:visible .topic .name")
    page.wait_for_selector("#entity h2:text('France')")
    page.click("#entity .close")
    assert page.is_hidden("#entity")


def test_answers_are_saved_as_csv(page):
    ask(page, "Which countries border Germany?")
    assert page.inner_text(".total") == "9 answers"
    with page.expect_download() as saving:
        page.click(".csv")
    lines = saving.value.path().read_text(encoding="utf-8").splitlines()
    assert lines[0] == "answer,answer iri"
    assert lines[1].startswith("Austria,http") and len(lines) == 10


def test_a_run_has_a_page_of_its_own(page):
    ask(page, CAPITAL)
    with page.context.expect_page() as opening:
        page.click(".run-link")
    run = opening.value
    run.wait_for_load_state()
    assert run.inner_text("h1") == CAPITAL
    assert run.locator(".paths-picture svg:visible").count() == 1
    assert run.evaluate("getComputedStyle(document.querySelector('.status')).borderTopStyle") == "solid"


def test_what_is_wrong_is_written_with_what_is_right(page, written):
    ask(page, CAPITAL)
    page.click(".opinion[value=right]")
    page.wait_for_selector(".judged:text('Written to')")
    page.click(".opinion[value=wrong]")
    page.fill(".expected textarea", "Lyon\nNice")
    page.click(".expected .main")
    page.wait_for_selector(".expected", state="hidden")
    page.wait_for_function("() => document.querySelector('.judged').textContent")
    lines = [json.loads(line) for line in (written / "feedback-demo.jsonl").read_text("utf-8").splitlines()]
    assert [line["opinion"] for line in lines] == ["right", "wrong"]
    assert [answer["label"] for answer in lines[1]["answers"]] == ["Lyon", "Nice"]


@pytest.mark.parametrize(
    ("graph", "question"),
    [
        ("0", "Which countries border Germany?"),
        ("0", "Which countries border France?"),
        ("0", "How many rivers per country are there?"),
        ("0", "Which river flows through the birthplace of Albert Einstein?"),
        ("0", "What do France and Germany have in common?"),
        ("4", "Which persons are there?"),
        ("1", "Who is the mentor of Ann?"),
    ],
)
def test_no_label_of_a_picture_lies_on_another_or_leaves_its_box(page, graph, question):
    choose_graph(page, graph)
    ask(page, question)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator(".picture svg:visible").count() == 1
        overlaps, outside, width_of_texts = page.evaluate(LABELS)
        assert (width, overlaps, outside) == (width, 0, [])
        assert width_of_texts >= 12
    assert not any(text == "type" for text in page.locator(".picture .label").all_inner_texts())


LABELS = """() => {
    const box = (item) => item.getBoundingClientRect();
    const svg = [...document.querySelectorAll('.picture svg')].find((one) => box(one).width);
    const all = (what) => [...svg.querySelectorAll(what)];
    const groups = all('.box, .label'), rects = groups.map((group) => box(group.querySelector('rect')));
    const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const after = (place) => rects.slice(place + 1);
    const overlaps = rects.flatMap((one, place) => after(place).filter((other) => meet(one, other)));
    const outside = all('text').filter((text) => {
        const own = box(text), around = box(text.parentElement.querySelector('rect'));
        return own.left < around.left - 1 || own.right > around.right + 1
            || own.top < around.top - 1 || own.bottom > around.bottom + 1;
    });
    return [overlaps.length, outside.map((text) => text.textContent), Math.min(...all('text').map((text) =>
        parseFloat(getComputedStyle(text).fontSize) * box(svg).width / svg.viewBox.baseVal.width))];
}"""
"""How many labels lie on others, which texts leave their boxes, and how large the smallest text is shown."""


def test_the_picture_runs_downwards_while_the_window_is_narrow(page):
    ask(page, CAPITAL)
    places = """() => ['.topic', '.answer'].map((role) => {
        const group = [...document.querySelectorAll(`.picture svg ${role} rect`)];
        const { x, y } = group.map((rect) => rect.getBoundingClientRect()).find((box) => box.width);
        return [x, y];
    })"""
    topic, answer = page.evaluate(places)
    assert answer[0] - topic[0] > 100 > abs(answer[1] - topic[1])
    page.set_viewport_size({"width": 390, "height": 800})
    topic, answer = page.evaluate(places)
    assert answer[1] - topic[1] > 50 > abs(answer[0] - topic[0])


def test_a_new_chat_knows_nothing_of_the_old_one_which_opens_again(page):
    assert page.is_hidden("#new")
    ask(page, CAPITAL)
    page.click("#new")
    assert page.locator(".turn:visible").count() == 0
    ask(page, "And Germany?")
    assert page.is_hidden(f"{TURN} .read")
    open_chats(page)
    assert page.locator("#history .open").all_inner_texts() == ["And Germany?", CAPITAL]
    page.click(f"#history .open:text('{CAPITAL}')")
    assert page.locator(".turn:visible .picture svg:visible").count() == 1
    assert page.get_attribute("#history [aria-current]", "data-id")


def test_a_conversation_goes_on_after_the_page_was_loaded_again(page):
    ask(page, CAPITAL)
    page.reload()
    open_chats(page)
    page.click("#history .open")
    assert "The answer is Paris. [1]" in page.inner_text(".kept")
    ask(page, "And Germany?")
    assert page.inner_text(f"{LAST} .said") == "Berlin"
    page.click(".say:text('Ask again')")
    answered(page, 3)
    assert page.inner_text(f"{LAST} .said") == "Paris"
    open_chats(page)
    assert "3 questions" in page.inner_text("#history li")
    page.click("#forget")
    assert page.is_hidden("#history")


def test_another_graph_begins_another_conversation(page):
    ask(page, CAPITAL)
    choose_graph(page, "1")
    assert page.locator(".turn:visible").count() == 0
    open_chats(page)
    page.click("#history .open")
    assert page.input_value("[name=graph]") == "0"
    assert page.locator(".turn:visible").count() == 1


def test_a_name_that_is_near_is_asked_for_with_a_click(page):
    ask(page, "Where was Nils Bohr born?")
    page.click("h2:text('Did you mean') + .chips .say")
    answered(page, 2)
    assert page.inner_text(f"{LAST} .asked") == "Where was Niels Bohr born?"
    assert page.inner_text(f"{LAST} .status") == "supported"


def test_one_of_several_things_of_a_name_is_chosen_by_keyboard(page):
    choose_graph(page, "3")
    ask(page, QUESTION)
    assert page.inner_text(".said") == "Bera"
    page.press(".chips .say", "Enter")
    answered(page, 2)
    assert page.inner_text(f"{LAST} .status") == "supported"
    assert page.inner_text(f"{LAST} .asked") == "Aldin (Aldin2)"
    assert page.evaluate("document.activeElement.id") == "question"
    assert page.inner_text(f"{LAST} .read") == f"Read as: {QUESTION}"
    assert page.inner_text(f"{LAST} .said") == "Corin"


def test_a_choice_is_read_by_the_turn_that_has_asked_for_it(page):
    ask(page, CAPITAL)
    ask(page, "What is its population?")
    ask(page, "What is the capital of Germany?")
    page.click(f"{TURN}:nth-child(2) .say:text('France')")
    answered(page, 4)
    assert page.inner_text(f"{LAST} .read") == "Read as: What is France's population?"


@pytest.fixture
def confirmed(page, tmp_path):
    """The page of a command that asks a person about topics, plan and answer."""
    towns = tmp_path / "towns.ttl"
    towns.write_text(TOWNS, encoding="utf-8")
    with served_page(str(towns), confirm=("topics", "plan", "answer")) as found:
        page.goto(found)
        yield page


def test_a_person_confirms_topics_plan_and_answer(confirmed):
    page = confirmed
    ask(page, QUESTION)
    assert page.evaluate("document.activeElement.closest('.confirm') !== null")
    page.select_option(".confirm select", label="Aldin (http://example.org/Aldin2)")
    page.press(".confirm .main", "Enter")
    page.wait_for_selector(".confirm [name=depth]")
    page.fill(".confirm [name=depth]", "99")
    page.press(".confirm [name=depth]", "Enter")
    page.wait_for_selector(".confirm .problem:has-text('99')")
    page.click(".confirm .main")
    page.wait_for_selector(".confirm .said:text('Corin')")
    page.click(".confirm .main")
    page.wait_for_selector(".turn:not(.asking) .answer .said:has-text('Corin')")
    assert page.locator(".confirm").count() == 0
    assert page.locator(".picture svg:visible").count() == 1
    assert page.locator(".turn").count() == 1
    ask(page, "What is its river?")
    assert page.locator(f"{LAST} .confirm").count() == 1


def test_a_person_rejects_an_answer_and_must_say_why(confirmed):
    page = confirmed
    ask(page, QUESTION)
    for field in ("add", "split", "reason"):
        page.wait_for_selector(f".confirm [name={field}]")
        assert looked_at(page) == []
        if field != "reason":
            page.click(".confirm .main")
    page.click(".confirm [value=reject]")
    page.wait_for_selector(".confirm .problem:has-text('reject')")
    page.fill(".confirm [name=reason]", "out of date")
    page.click(".confirm [value=reject]")
    page.wait_for_selector(".turn:not(.asking) .status:text('abstained')")


def test_the_card_has_classes_with_examples_which_are_asked_with_a_click(page):
    page.wait_for_selector(".class h2:has-text('country')")
    page.wait_for_selector(".example")
    page.click(".example")
    answered(page, 1)
    assert page.inner_text(".status") == "supported"


def test_the_card_is_there_at_once_when_the_page_is_loaded_again(page):
    page.wait_for_function("() => document.querySelector('#card .told').textContent === ''")
    known = page.locator(".example").all_inner_texts()
    page.route("**/card*", lambda route: None)
    page.reload()
    assert page.locator(".example").all_inner_texts() == known and known


def test_an_endpoint_that_is_down_is_one_line(page):
    choose_graph(page, "2")
    page.wait_for_selector(f"#card .told:has-text('{NO_ENDPOINT}')")
    ask(page, CAPITAL)
    assert NO_ENDPOINT in page.inner_text(".problem")


def test_names_with_markup_are_text(page):
    choose_graph(page, "1")
    ask(page, "Who is the spouse of Ann?")
    assert HOSTILE in page.inner_text(".said")
    assert page.locator(".answer img, .answer script").count() == 0
    page.click(".said .thing")
    page.wait_for_selector("#entity h2")
    assert HOSTILE in page.inner_text("#entity h2")
    assert "owned" not in page.title()


def test_a_run_can_be_stopped(page):
    page.route("**/ask", lambda route: None)
    page.fill("#question", CAPITAL)
    page.keyboard.press("Enter")
    page.click("#stop")
    page.wait_for_selector(".now:text('Stopped.')")
    assert page.is_hidden("#stop")


def test_the_sparql_is_copied(page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ask(page, CAPITAL)
    page.click(".proof summary")
    page.click(".copy")
    page.wait_for_selector(".copied:text('Copied')")
    assert page.evaluate("navigator.clipboard.readText()") == page.text_content(".proof pre")


def test_the_keyboard_is_enough(page):
    page.keyboard.type(CAPITAL)
    page.keyboard.press("Enter")
    page.wait_for_selector(".turn:not(.asking)")
    reach(page, ".said .thing")
    page.keyboard.press("Enter")
    page.wait_for_selector("#entity h2")
    page.keyboard.press("Escape")
    reach(page, ".evidence summary")
    page.keyboard.press("Enter")
    reach(page, ".cite")
    page.keyboard.press("Space")
    assert page.get_attribute(".cite", "aria-pressed") == "true"


def reach(page, selector: str) -> None:
    """Goes on with Tab, or back with Shift, until something has the focus."""
    for key in (*["Tab"] * 60, *["Shift+Tab"] * 60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{selector} is out of reach")


def looked_at(page) -> list[str]:
    """What a screen reader would stumble over."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    if not page.evaluate("'axe' in window"):
        page.evaluate(axe.Axe().axe_script)
    return [item["id"] for item in page.evaluate("axe.run({resultTypes: ['violations']})")["violations"]]


def looked_at_everywhere(page, widths: tuple[int, ...] = WIDTHS) -> dict[str, list[str]]:
    """The same, and whether something is cut off, on windows of these widths, and on the last one in the dark."""
    found = {}
    for scheme, width in (*(("light", width) for width in widths), ("dark", widths[-1])):
        page.emulate_media(color_scheme=scheme)
        page.set_viewport_size({"width": width, "height": 900})
        is_cut = page.evaluate("document.documentElement.scrollWidth") > width
        found[f"{width} {scheme}"] = ["cut off"] * is_cut + looked_at(page)
    return {place: problems for place, problems in found.items() if problems}


def open_all(page) -> None:
    for summary in page.locator("main summary:visible").all():
        if summary.evaluate("summary => !summary.parentElement.open"):
            summary.click()


def test_a_screen_reader_finds_its_way_on_card_settings_and_chats(page):
    page.wait_for_selector(".example")
    assert looked_at_everywhere(page) == {}
    page.click("#settings summary")
    assert looked_at_everywhere(page) == {}
    ask(page, CAPITAL)
    page.reload()
    open_chats(page)
    assert looked_at_everywhere(page) == {}


def test_a_screen_reader_finds_its_way_in_answers_with_all_parts_open(page):
    ask(page, CAPITAL)
    page.reload()
    open_chats(page)
    page.click("#history .open")
    rivers = "How many rivers per country are there?"
    for question in ("And Germany?", "Where was Nils Bohr born?", STATE, WIDE, rivers):
        ask(page, question)
    page.click(f"{LAST} .opinion[value=wrong]")
    open_all(page)
    assert looked_at_everywhere(page) == {}
    page.click(f"{TURN}:nth-child(2) .said .thing")
    page.wait_for_selector("#entity h2")
    assert looked_at_everywhere(page) == {}


def test_a_screen_reader_finds_its_way_where_a_word_is_in_doubt_and_nothing_answers(firm_page):
    page = firm_page
    page.wait_for_selector(".example")
    ask(page, LEADS)
    ask(page, "Who knows Ann?")
    page.wait_for_selector(f"{LAST} .suggested .say")
    page.click("#card summary")
    assert looked_at_everywhere(page) == {}


def test_a_screen_reader_finds_its_way_while_a_run_goes_on_is_stopped_and_fails(page):
    page.route("**/ask", lambda route: None)
    page.fill("#question", CAPITAL)
    page.keyboard.press("Enter")
    page.wait_for_selector("#stop")
    found = {"asking": looked_at_everywhere(page, (1000,))}
    page.click("#stop")
    page.wait_for_selector(".now:text('Stopped.')")
    found["stopped"] = looked_at_everywhere(page, (1000,))
    page.unroute("**/ask")
    choose_graph(page, "2")
    ask(page, CAPITAL)
    found["failed"] = looked_at_everywhere(page, (1000,))
    assert not any(found.values()), found


def test_a_screen_reader_finds_its_way_on_the_page_of_a_run(page):
    ask(page, STATE)
    page.goto(page.evaluate("document.querySelector('.run-link').href"))
    assert looked_at_everywhere(page, (390, 1400)) == {}


def test_what_has_the_focus_is_seen_and_has_a_name(page):
    """Every place that Tab reaches, with an answer and the settings open."""
    ask(page, STATE)
    page.click("#settings summary")
    for _ in range(40):
        page.keyboard.press("Tab")
        seen, name = page.evaluate(
            """() => {
                const it = document.activeElement, style = getComputedStyle(it);
                const said = it.labels?.[0]?.innerText || it.ariaLabel || it.innerText || it.placeholder;
                const around = getComputedStyle(it.closest('.line') || it);
                const isSeen = style.outlineStyle !== 'none' || around.boxShadow !== 'none';
                return [it === document.body || isSeen, said];
            }"""
        )
        assert seen and name
