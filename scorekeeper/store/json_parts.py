"""Parts of long JSON columns, picked out by the database: each kind of database says it in its own words."""

from __future__ import annotations

import json
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import ScalarSelect, Text, cast, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import InstrumentedAttribute

from scorekeeper.store.base import Base, db

JsonColumn = InstrumentedAttribute[Any]
Upsert = sqlite.Insert | postgresql.Insert


def _is_postgres() -> bool:
    return db.engine.dialect.name == "postgresql"


def upsert(table: type[Base]) -> Upsert:
    """An insert that may say what happens to a row that is there already."""
    return postgresql.insert(table) if _is_postgres() else sqlite.insert(table)


def entries_beginning(column: JsonColumn, name: str, firsts: Collection[Sequence[str]]) -> ScalarSelect[Any]:
    """Those entries of a list in an object whose first part is one of these, as the text of a list."""
    if _is_postgres():
        entry = func.json_array_elements(column.op("->")(name)).table_valued("value", name=name)
        keys = [json.dumps([*first], ensure_ascii=False) for first in firsts]
        chosen = cast(cast(entry.c.value.op("->")(0), JSONB), Text).in_(keys)
        return _text_of_list(entry.c.value, chosen)
    entry = func.json_each(column, f"$.{name}").table_valued("value", name=name)
    keys = [json.dumps([*first], separators=(",", ":"), ensure_ascii=False) for first in firsts]
    chosen = func.json_extract(entry.c.value, "$[0]").in_(keys)
    return select(func.json_group_array(func.json(entry.c.value))).where(chosen).scalar_subquery()


def parts_of_entries(column: JsonColumn, name: str, places: Sequence[int]) -> ScalarSelect[Any]:
    """Some parts of every entry of a list in an object, as the text of a list."""
    if _is_postgres():
        entry = func.json_array_elements(column.op("->")(name)).table_valued("value", name=name)
        return _text_of_list(func.json_build_array(*(entry.c.value.op("->")(place) for place in places)))
    entry = func.json_each(column, f"$.{name}").table_valued("value", name=name)
    parts = func.json_array(*(func.json_extract(entry.c.value, f"$[{place}]") for place in places))
    return select(func.json_group_array(parts)).scalar_subquery()


def _text_of_list(entry: Any, *chosen: Any) -> ScalarSelect[Any]:
    return select(func.coalesce(cast(func.json_agg(entry), Text), "[]")).where(*chosen).scalar_subquery()
