"""The page in a real browser: asking, looking, by keyboard, on a narrow screen, and for a screen reader."""

import shutil

import pytest

from tests.confirmation.towns import QUESTION, TOWNS
from tests.interfaces.ui.pages import HOSTILE, NO_ENDPOINT, hostile_file, served_page

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
CHROMIUM = shutil.which("chromium") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium on this machine")

CAPITAL = "What is the capital of France?"
STATE = "Which city is the capital of the US state of Georgia?"
SERIOUS = {"serious", "critical"}
WAIT = 20_000


@pytest.fixture(scope="module")
def browser():
    with sync_api.sync_playwright() as playwright:
        arguments = ["--no-sandbox", "--disable-gpu"]
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield opened
        opened.close()


@pytest.fixture(scope="module")
def url(tmp_path_factory):
    folder = tmp_path_factory.mktemp("graphs")
    towns = folder / "towns.ttl"
    towns.write_text(TOWNS, encoding="utf-8")
    with served_page("demo", hostile_file(folder), NO_ENDPOINT, str(towns)) as found:
        yield found


@pytest.fixture
def page(browser, url):
    """An open page; what its scripts complain of fails the test."""
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


def ask(page, question: str) -> None:
    page.fill("#question", question)
    page.keyboard.press("Enter")
    page.wait_for_selector("section:not([hidden]) > .turn:first-child:not(.asking)")


def test_a_question_has_steps_that_fold_an_answer_and_a_picture(page):
    page.fill("#question", CAPITAL)
    page.keyboard.press("Enter")
    page.wait_for_selector(".turn .steps li")
    page.wait_for_selector(".turn:not(.asking)")
    assert page.inner_text(".said") == "Paris"
    assert page.inner_text(".status") == "supported"
    assert page.get_attribute(".steps", "open") is None
    page.click(".steps summary")
    assert "recognize topics" in page.inner_text(".steps ol")
    assert page.locator(".canvas canvas").count() > 0


def test_a_cited_path_is_marked(page):
    ask(page, STATE)
    page.click(".cite")
    assert page.get_attribute(".cite", "aria-pressed") == "true"
    assert page.inner_text(".told") == page.inner_text(".cite")
    page.click(".cite")
    assert page.get_attribute(".cite", "aria-pressed") == "false"


@pytest.mark.parametrize("way", ["click", "keyboard"])
def test_another_reading_is_answered_by_beside_the_first_answer(page, way):
    ask(page, STATE)
    other = ".say[data-reading]"
    assert "Washington, D.C." in page.inner_text(other)
    if way == "click":
        page.click(other)
    else:
        page.press(other, "Enter")
    page.wait_for_selector(".turn:nth-child(2)")
    page.wait_for_selector(".turn:first-child:not(.asking) .canvas canvas")
    answered = ".turn:first-child"
    assert page.inner_text(f"{answered} .said") == "Washington, D.C."
    assert page.inner_text(f"{answered} .asked").startswith(STATE)
    assert "By the reading: " in page.inner_text(f"{answered} .answer")
    assert page.inner_text(f"{answered} .status") == "partial"
    assert "confidence" in page.inner_text(f"{answered} .standing")
    page.click(f"{answered} .cite")
    assert page.get_attribute(f"{answered} .cite", "aria-pressed") == "true"
    page.click(".turn:last-child > summary")
    assert page.inner_text(".turn:last-child .said") == "Atlanta"


def test_a_chosen_reading_is_asked_again_after_the_page_was_loaded_again(page):
    ask(page, STATE)
    page.click(".say[data-reading]")
    page.wait_for_selector(".turn:nth-child(2)")
    page.wait_for_selector(".turn:first-child:not(.asking)")
    page.reload()
    page.click("#history summary")
    page.click("#history .open")
    page.click(".turn:first-child .say:text('Ask again')")
    page.wait_for_selector(".turn:nth-child(3)")
    page.wait_for_selector(".turn:first-child:not(.asking) .said:has-text('Washington')")


def test_paths_run_downwards_while_the_window_is_narrow(page):
    ask(page, CAPITAL)
    places = "canvas => canvas._cyreg.cy.nodes('.topic, .answer').map(node => node.position())"
    box = page.locator(".canvas")
    wide = box.evaluate(places)
    page.set_viewport_size({"width": 390, "height": 800})
    page.wait_for_timeout(200)
    narrow = box.evaluate(places)
    page.set_viewport_size({"width": 1000, "height": 800})
    page.wait_for_timeout(200)
    assert abs(wide[0]["x"] - wide[1]["x"]) > abs(wide[0]["y"] - wide[1]["y"])
    assert abs(narrow[0]["x"] - narrow[1]["x"]) < abs(narrow[0]["y"] - narrow[1]["y"])
    assert box.evaluate(places) == wide


def test_a_follow_up_folds_what_it_follows_and_says_what_it_was_read_as(page):
    ask(page, CAPITAL)
    assert page.is_hidden(".read")
    ask(page, "And Germany?")
    assert page.locator(".turn").count() == 2
    assert page.inner_text(".turn:first-child .read") == "Read as: What is the capital of Germany?"
    assert page.inner_text(".turn:first-child .said") == "Berlin"
    assert page.get_attribute(".turn:last-child", "open") is None


def test_a_new_conversation_knows_nothing_of_the_old_one_which_opens_again(page):
    assert page.is_hidden("#new")
    ask(page, CAPITAL)
    page.click("#new")
    assert page.locator(".turn:visible").count() == 0
    page.keyboard.type("And Germany?")
    page.keyboard.press("Enter")
    page.wait_for_selector(".turn:visible:not(.asking)")
    assert page.is_hidden("section:not([hidden]) > .turn .read")
    page.click("#history summary")
    assert page.locator("#history .open").all_inner_texts() == ["And Germany?", CAPITAL]
    page.click(f"#history .open:text('{CAPITAL}')")
    assert page.locator(".turn:visible .canvas").count() == 1
    assert page.get_attribute("#history [aria-current]", "data-id")


def test_a_conversation_goes_on_after_the_page_was_loaded_again(page):
    ask(page, CAPITAL)
    page.reload()
    page.click("#history summary")
    page.click("#history .open")
    assert "The answer is Paris. [1]" in page.inner_text(".kept")
    ask(page, "And Germany?")
    assert page.inner_text(".turn:first-child .said") == "Berlin"
    assert "2 questions" in page.inner_text("#history li")
    page.click(".turn:last-child > summary")
    page.click(".say:text('Ask again')")
    page.wait_for_selector(".turn:first-child:not(.asking) .said:has-text('Paris')")
    page.click("#forget")
    assert page.is_hidden("#history")


def test_another_graph_begins_another_conversation(page):
    ask(page, CAPITAL)
    page.click("#settings summary")
    page.select_option("[name=graph]", "1")
    assert page.locator(".turn:visible").count() == 0
    page.click("#history summary")
    page.click("#history .open")
    assert page.input_value("[name=graph]") == "0"
    assert page.locator(".turn:visible").count() == 1


def test_a_name_that_is_near_is_asked_for_with_a_click(page):
    ask(page, "Where was Nils Bohr born?")
    page.click("h2:text('Did you mean') + .chips .say")
    page.wait_for_selector(".turn:first-child:not(.asking) .status:text('supported')")
    assert page.inner_text(".turn:first-child .asked") == "Where was Niels Bohr born?"


def test_one_of_several_things_of_a_name_is_chosen_by_keyboard(page):
    page.click("#settings summary")
    page.select_option("[name=graph]", "3")
    ask(page, QUESTION)
    assert page.inner_text(".said") == "Bera"
    page.press(".chips .say", "Enter")
    page.wait_for_selector(".turn:first-child:not(.asking) .status:text('supported')")
    assert page.inner_text(".turn:first-child .asked") == "Aldin (Aldin2)"
    assert page.evaluate("document.activeElement.id") == "question"
    assert page.inner_text(".turn:first-child .read") == f"Read as: {QUESTION}"
    assert page.inner_text(".turn:first-child .said") == "Corin"
    assert page.locator(".turn:first-child .warning").count() == 0


def test_a_choice_is_read_by_the_turn_that_has_asked_for_it(page):
    ask(page, CAPITAL)
    ask(page, "What is its population?")
    ask(page, "What is the capital of Germany?")
    page.click(".turn:nth-child(2) > summary")
    page.click(".turn:nth-child(2) .say:text('France')")
    page.wait_for_selector(".turn:nth-child(4)")
    page.wait_for_selector(".turn:first-child:not(.asking)")
    assert page.inner_text(".turn:first-child .read") == "Read as: What is France's population?"


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
    assert page.inner_text(".badge") == "waits for you"
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
    assert page.locator(".canvas canvas").count() > 0
    assert page.locator(".turn").count() == 1
    ask(page, "What is its river?")
    assert page.inner_text(".turn:first-child .badge") == "waits for you"


def test_a_person_rejects_an_answer_and_must_say_why(confirmed):
    page = confirmed
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    ask(page, QUESTION)
    for field in ("add", "split", "reason"):
        page.wait_for_selector(f".confirm [name={field}]")
        found = axe.Axe().run(page).response["violations"]
        assert [item["id"] for item in found if item["impact"] in SERIOUS] == []
        if field != "reason":
            page.click(".confirm .main")
    page.click(".confirm [value=reject]")
    page.wait_for_selector(".confirm .problem:has-text('reject')")
    page.fill(".confirm [name=reason]", "out of date")
    page.click(".confirm [value=reject]")
    page.wait_for_selector(".turn:not(.asking) .status:text('abstained')")


def test_an_example_is_asked_with_a_click(page):
    page.click("#examples li:first-child button")
    page.wait_for_selector(".turn:not(.asking)")
    assert page.inner_text(".status") == "supported"


def test_an_endpoint_that_is_down_is_one_line(page):
    page.click("#settings summary")
    page.select_option("[name=graph]", "2")
    ask(page, CAPITAL)
    assert NO_ENDPOINT in page.inner_text(".problem")
    assert page.inner_text(".turn .badge") == "failed"


def test_names_with_markup_are_text(page):
    page.click("#settings summary")
    page.select_option("[name=graph]", "1")
    ask(page, "Who is the spouse of Ann?")
    assert HOSTILE in page.inner_text(".said")
    assert page.locator(".answer img, .answer script").count() == 0
    assert "owned" not in page.title()


def test_a_run_can_be_stopped(page):
    page.route("**/ask", lambda route: None)
    page.fill("#question", CAPITAL)
    page.keyboard.press("Enter")
    page.click("#stop")
    page.wait_for_selector(".badge:text('stopped')")
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
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.cite')"):
            break
    page.keyboard.press("Space")
    assert page.get_attribute(".cite", "aria-pressed") == "true"


@pytest.mark.parametrize(("width", "scheme"), [(390, "light"), (1000, "dark")])
def test_nothing_is_cut_off_and_a_screen_reader_finds_its_way(page, width, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme=scheme)
    ask(page, CAPITAL)
    page.reload()
    page.click("#history summary")
    page.click("#history .open")
    ask(page, "And Germany?")
    ask(page, "Where was Nils Bohr born?")
    ask(page, STATE)
    for summary in page.locator("summary:visible").all():
        if summary.evaluate("summary => !summary.parentElement.open"):
            summary.click()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    found = axe.Axe().run(page).response["violations"]
    assert [item["id"] for item in found if item["impact"] in SERIOUS] == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_screen_reader_finds_its_way_before_while_and_where_nothing_is_answered(page, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe is not installed")
    page.emulate_media(color_scheme=scheme)
    found = {}

    def look(state: str) -> None:
        violations = axe.Axe().run(page).response["violations"]
        found[state] = [item["id"] for item in violations if item["impact"] in SERIOUS]

    page.click("#settings summary")
    look("settings")
    page.route("**/ask", lambda route: None)
    page.fill("#question", CAPITAL)
    page.keyboard.press("Enter")
    page.wait_for_selector("#stop")
    look("asking")
    page.click("#stop")
    page.wait_for_selector(".badge:text('stopped')")
    look("stopped")
    page.unroute("**/ask")
    page.select_option("[name=graph]", "2")
    ask(page, CAPITAL)
    look("failed")
    assert list(found) == ["settings", "asking", "stopped", "failed"]
    assert not any(found.values()), found


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
                return [it === document.body || style.outlineStyle !== 'none' || style.boxShadow !== 'none', said];
            }"""
        )
        assert seen and name
