"""Names of a graph of any size, looked up exactly, by words, by spelling and by meaning."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from pog_agent.errors import SettingError
from pog_agent.kg.local.sources import parts_of
from pog_agent.kg.names import bare_name, normalize
from pog_agent.linking.build import COMPLETE
from pog_agent.linking.candidates import LinkCandidate, resemblance
from pog_agent.linking.index_file import ASKED_AT_ONCE, FILE, EntityIndexFile
from pog_agent.linking.vectors import FAISS, VectorFile, encoder_identity, load_faiss
from pog_agent.linking.word_search import texts_with_words
from pog_agent.ranking.encoder import Encoder, Vectors

NAMES_COMPARED = 50
BEARERS_SHOWN = 20


@dataclass(frozen=True)
class NameBearer:
    """An entity that has a name, as label or as alias."""

    iri: str
    alias: bool


def has_entity_index(directory: Path) -> bool:
    """Whether the folder holds an entity index, even a broken one."""
    return (directory / FILE).is_file()


def open_entity_index(
    setting: str | None, kg: str | None, encoder: Encoder
) -> tuple["EntityIndex | None", tuple[str, ...]]:
    """Opens the index that a setting names, or else the one in the graph's folder; with notices for the user.

    Raises `SettingError` if the named index cannot be used with this encoder. If an index that merely lies in the
    graph's folder cannot be used, names are looked up without it, and a notice says so.
    """
    if setting is None and (not kg or len(parts_of(kg)) > 1 or not has_entity_index(Path(kg))):
        return None, ()
    directory = Path(setting or str(kg))
    try:
        index = EntityIndex(directory)
        if index.encoder is not None and not index.fits(encoder):
            index.close()
            raise SettingError(
                f"{directory}: the entity index was made with the encoder {index.encoder.split()[0]!r}, which "
                f"{encoder.name!r} does not match; give --encoder, or build the index in another folder"
            )
    except SettingError as error:
        if setting is not None:
            raise
        return None, (f"{error}; names are looked up without it",)
    return index, ()


class EntityIndex:
    """An entity index in a folder, opened to read.

    Raises `SettingError` if there is none, or it is unfinished, damaged, or of another version.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._database = EntityIndexFile(directory)
        try:
            facts = self._database.facts()
            if facts.get("state") != COMPLETE:
                raise SettingError(
                    f"{directory}: the entity index is unfinished; run the same pog-agent index command again"
                )
            self.source, self.fingerprint = facts["source"], facts["fingerprint"]
            self.languages = facts.get("languages", "")
            self.encoder = facts.get("encoder")
            self.kind = facts["kind"]
            self._rows = int(facts.get("rows", 0))
            self._dimensions = int(facts.get("dimensions", 0))
            if self.encoder is not None:
                self._vectors.rows(self._rows)
        except SettingError:
            self._database.close()
            raise
        except (KeyError, ValueError) as error:
            self._database.close()
            raise SettingError(
                f"{directory}: the entity index is damaged; delete it and build it again"
            ) from error

    def fits(self, encoder: Encoder) -> bool:
        """Whether the vectors are those of this encoder."""
        return self.encoder == encoder_identity(encoder)

    def find(self, texts: Sequence[str]) -> dict[str, list[NameBearer]]:
        """The bearers of exactly these names, ignoring case and needless space; labels come before aliases."""
        folded = {text: normalize(text) for text in texts}
        ids = self._ids([name for name in folded.values() if name])
        bearers = self._bearers(ids.values())
        return {text: bearers[ids[name]] for text, name in folded.items() if ids.get(name) in bearers}

    def find_unaccented(self, texts: Sequence[str]) -> dict[str, list[NameBearer]]:
        """The bearers of the names that equal a text where both are without accents."""
        bare = {text: bare_name(text) for text in texts}
        plain = self._ids([name for name in bare.values() if name])
        ids: dict[str, list[int]] = {name: [number] for name, number in plain.items()}
        for part in _chunks(list(dict.fromkeys(filter(None, bare.values())))):
            marks = ", ".join("?" * len(part))
            rows = self._database.rows(f"SELECT bare, text FROM accented WHERE bare IN ({marks})", part)
            for name, number in rows:
                ids.setdefault(str(name), []).append(int(str(number)))
        bearers = self._bearers(number for numbers in ids.values() for number in numbers)
        found = {
            text: [item for number in ids.get(name, ()) for item in bearers.get(number, ())]
            for text, name in bare.items()
        }
        return {text: list(dict.fromkeys(items)) for text, items in found.items() if items}

    def candidates(self, mention: str, encoder: Encoder, limit: int) -> list[LinkCandidate]:
        """The entities whose names resemble the mention most, the best first: equal names, then similar ones.

        It compares names with the mention's words or similarly spelled words, and the names nearest by embedding.
        An index without embeddings only has the names found by words; those are then embedded for this call.
        """
        folded = normalize(mention)
        if not folded:
            return []
        query = encoder.encode([folded])[0]
        exact = set(self._ids([folded]).values())
        worded = set(texts_with_words(self._database, folded, NAMES_COMPARED))
        fits = self.fits(encoder)
        near = set(self._nearest(query, NAMES_COMPARED) if fits else ())
        names = self._names(exact | worded | near)
        cosines = self._cosines(query, names, encoder, fits=fits)
        bearers = self._bearers(names)
        best: dict[str, LinkCandidate] = {}
        for number, (name, _) in names.items():
            ways = (("exact", exact), ("text", worded), ("vector", near))
            how = "+".join(way for way, found in ways if number in found)
            score = 1.0 if number in exact else resemblance(folded, name, cosines[number])
            for bearer in bearers.get(number, ()):
                known = best.get(bearer.iri)
                if known is None or (score, not bearer.alias) > (known.score, not known.alias):
                    best[bearer.iri] = LinkCandidate(
                        iri=bearer.iri, label=name, score=score, how=how, alias=bearer.alias
                    )
        ranked = sorted(best.values(), key=lambda item: (-item.score, item.alias, item.iri))
        return ranked[:limit]

    def close(self) -> None:
        """Closes the files."""
        self._database.close()

    def _nearest(self, query: Vectors, limit: int) -> list[int]:
        """The texts nearest to a vector."""
        _, rows = self._faiss.search(query[np.newaxis].astype(np.float32), min(limit, self._rows))
        found = [int(row) for row in rows[0] if row >= 0]
        marks = ", ".join("?" * len(found))
        return [
            int(str(number))
            for (number,) in self._database.rows(f"SELECT id FROM texts WHERE row IN ({marks})", found)
        ]

    def _cosines(
        self, query: Vectors, names: dict[int, tuple[str, int | None]], encoder: Encoder, *, fits: bool
    ) -> dict[int, float]:
        """Cosines of names with the query, by the vectors of the index if they fit, else by fresh ones."""
        kept = {number: row for number, (_, row) in names.items() if fits and row is not None}
        fresh = [number for number in names if number not in kept]
        cosines: dict[int, float] = {}
        if kept:
            vectors = self._vectors.rows(self._rows)[list(kept.values())].astype(np.float32)
            cosines.update(zip(kept, (vectors @ query).tolist(), strict=True))
        if fresh:
            vectors = encoder.encode([names[number][0] for number in fresh])
            cosines.update(zip(fresh, (vectors @ query).tolist(), strict=True))
        return cosines

    def _ids(self, folded: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = {}
        for chunk in _chunks(list(dict.fromkeys(folded))):
            marks = ", ".join("?" * len(chunk))
            rows = self._database.rows(f"SELECT folded, id FROM texts WHERE folded IN ({marks})", chunk)
            found.update((str(text), int(str(number))) for text, number in rows)
        return found

    def _names(self, ids: Iterable[int]) -> dict[int, tuple[str, int | None]]:
        """Texts and the rows of their vectors, by id."""
        found: dict[int, tuple[str, int | None]] = {}
        for chunk in _chunks(sorted(ids)):
            marks = ", ".join("?" * len(chunk))
            rows = self._database.rows(f"SELECT id, folded, row FROM texts WHERE id IN ({marks})", chunk)
            for number, text, row in rows:
                found[int(str(number))] = str(text), None if row is None else int(str(row))
        return found

    def _bearers(self, ids: Iterable[int]) -> dict[int, list[NameBearer]]:
        """Who bears the texts, labels first; texts that no entity bears any more are left out."""
        found: dict[int, list[NameBearer]] = {}
        for chunk in _chunks(list(ids)):
            marks = ", ".join("?" * len(chunk))
            rows = self._database.rows(
                "SELECT text, iri, alias FROM names JOIN entities ON entities.id = entity "
                f"WHERE text IN ({marks}) ORDER BY text, alias, iri",
                chunk,
            )
            for text, iri, alias in rows:
                bearers = found.setdefault(int(str(text)), [])
                if len(bearers) < BEARERS_SHOWN:
                    bearers.append(NameBearer(str(iri), bool(alias)))
        return found

    @property
    def _vectors(self) -> VectorFile:
        return VectorFile(self.directory, self._dimensions)

    @cached_property
    def _faiss(self) -> Any:
        return load_faiss(self.directory / FAISS, self._rows, self._dimensions)


def _chunks(items: list[Any]) -> Iterable[list[Any]]:
    return (items[start : start + ASKED_AT_ONCE] for start in range(0, len(items), ASKED_AT_ONCE))
