"""The API is what it says it is: schemathesis sends what the description allows, and what it does not."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis.errors import Unsatisfiable
from hypothesis.strategies import SearchStrategy
from live_server import OPEN, Player, opened, person
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import positive_data_acceptance

pytestmark = pytest.mark.long

EXAMPLES = 40 if os.environ.get("QUINCUNX_FULL") else 3
"""Of each operation; `make test-more` sends more."""
SECRET = "schemathesis-is-a-player-too"
HEADERS = {"Authorization": f"Bearer {SECRET}"}


@pytest.fixture(scope="module")
def description(tmp_path_factory: pytest.TempPathFactory) -> Iterator[BaseSchema]:
    with opened(tmp_path_factory.mktemp("server") / "games.sqlite") as url:
        with Player(url, SECRET) as ada:
            ada.open("tactix", person(), OPEN)
        yield schemathesis.openapi.from_url(f"{url}api/openapi.json").exclude(path_regex="stream$")


def check_all(cases: SearchStrategy[Case[Any]]) -> None:
    """Sends some of the cases: every answer has to be one that is described."""

    @settings(
        max_examples=EXAMPLES, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck)
    )
    @given(case=cases)
    def check(case: Case[Any]) -> None:
        answer = case.call(headers=HEADERS)
        if answer.status_code != 413:  # schemathesis does not count that as refused
            # What is well written may be refused all the same: the law knows more than a description can say.
            case.validate_response(answer, headers=HEADERS, excluded_checks=[positive_data_acceptance])

    check()


def test_every_answer_is_described(description: BaseSchema) -> None:
    operations = [found.ok() for found in description.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) == 26
    for operation in operations:
        check_all(operation.as_strategy())
        with suppress(Unsatisfiable):  # some take nothing, so nothing can be wrong with it
            check_all(operation.as_strategy(generation_mode=GenerationMode.NEGATIVE))
