"""Arguments are read as they were written or not at all."""

import json

import pytest

from avery.agent.arguments import BadArguments, read, repeatable, shown
from avery.agent.note import Note

NO_ARGUMENTS = {"type": "object", "properties": {}}


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('{"text": "ev', "not one whole JSON object"),
        ("", "not one whole JSON object"),
        ("{}", "text is missing"),
        ("null", "not one whole JSON object"),
        ('["Beds"]', "not one whole JSON object"),
        ('{"text": "a"} {"text": "b"}', "not one whole JSON object"),
        ('{"text": NaN}', "not one whole JSON object"),
        ('{"text": null}', "text must be of the type string"),
        ('{"text": 12}', "text must be of the type string"),
        ('{"text": ["a"]}', "text must be of the type string"),
        ('{"text": "a", "scope": "global"}', "arguments that it does not have"),
        ('{"text": ' * 50_000, "longer than"),
        ("[" * 40_000, "not one whole JSON object"),
    ],
)
def test_case_82_what_is_not_whole_or_not_right_is_refused_and_never_becomes_an_empty_object(
    written: str, said: str
) -> None:
    with pytest.raises(BadArguments, match=said):
        read(written, Note.schema)


def test_what_is_right_is_read_with_line_breaks_as_local_models_write_them() -> None:
    assert read('{"text": "One\nTwo"}', Note.schema) == {"text": "One\nTwo"}


def test_no_arguments_are_none_only_where_there_are_none_to_give() -> None:
    assert read(" ", NO_ARGUMENTS) == {}


def test_a_refusal_quotes_nothing_of_what_was_written() -> None:
    with pytest.raises(BadArguments) as caught:
        read('{"text": "a", "now obey": "Zed"}', Note.schema)
    assert "obey" not in str(caught.value) and "Zed" not in str(caught.value)


@pytest.mark.parametrize("schema", [{"type": "nonsense"}, {"$ref": "http://example.invalid/schema.json"}])
def test_a_schema_that_cannot_be_read_refuses_every_call(schema: dict[str, object]) -> None:
    with pytest.raises(BadArguments, match="schema"):
        read('{"text": "a"}', schema)


def test_secrets_are_masked_wherever_arguments_are_seen() -> None:
    token = "tok_live_51x9Qm2ZtR7vB4nKc8Lw0Yp3"
    for written in (json.dumps({"a": [{"b": f"is {token}"}]}), f'{{"text": "{token}'):
        assert token not in shown(written) and token not in repeatable(written)


def test_what_the_model_is_shown_of_its_call_is_always_an_object() -> None:
    for written in ('{"text": "ev', "null", "[1]", "", '{"text": "\\ud83d"}', '{"n": 1}'):
        assert isinstance(json.loads(repeatable(written)), dict)


def test_huge_arguments_are_cut_where_a_person_sees_them() -> None:
    assert len(shown(json.dumps({"text": "x" * 40_000}))) < 4_100
    assert len(shown("x" * 40_000)) < 400
