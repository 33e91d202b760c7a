"""Alembic's entry: migrations run on the connection that the app hands over."""

from alembic import context

import scorekeeper.store  # noqa: F401  (fills the metadata)
from scorekeeper.store.base import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
