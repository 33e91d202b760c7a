"""The declarative base and the extension that hands out sessions."""

from __future__ import annotations

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import MetaData
from sqlalchemy.orm import DeclarativeBase

from scorekeeper.store.admission import AdmittedSession

#: Names for constraints, so that migrations can speak of them.
NAMES = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    "pk": "pk_%(table_name)s",
}


class Base(DeclarativeBase):
    """What every table's class inherits."""

    metadata = MetaData(naming_convention=NAMES)


db = SQLAlchemy(model_class=Base, disable_autonaming=True, session_options={"class_": AdmittedSession})
