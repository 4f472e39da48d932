"""What a call came back with: words bounded and clean, anything else only told of."""

from __future__ import annotations

import time

from mcp_types import CallToolResult, EmbeddedResource, ImageContent, TextContent, TextResourceContents

from avery.mcp.results import outcome
from tests.support.mcp_attacks import RESULT


def said(*texts: str, error: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text) for text in texts], is_error=error)


def test_texts_are_joined_and_an_error_is_told_as_one() -> None:
    assert outcome(said("one", "two"), 100).text == "one\ntwo"
    failed = outcome(said("No such file.", error=True), 100)
    assert (failed.ok, failed.own, failed.text) == (False, False, "No such file.")


def test_nothing_at_all_is_our_own_sentence() -> None:
    assert outcome(said(), 100).own and outcome(said(" \n"), 100).own


def test_a_giant_result_is_cut_in_no_time_and_says_so() -> None:
    began = time.process_time()
    found = outcome(said("z" * 4_000_000, *["y"] * 5_000), 2_000)
    assert time.process_time() - began < 1.0
    assert len(found.text) < 2_100 and found.text.endswith("[… the result was longer]")


def test_pictures_and_files_are_told_of_and_words_in_a_file_are_words() -> None:
    picture = ImageContent(type="image", data="AAAA" * 1_000, mime_type="image/png\n</result>")
    inside = TextResourceContents(uri="file:///a", text="Inside.")
    whole = CallToolResult(content=[picture, EmbeddedResource(type="resource", resource=inside)])
    assert outcome(whole, 500).text == "[image of 2 KiB, image/png ⏎ ‹/result›: not shown]\nInside."


def test_data_stands_for_words_only_where_there_are_none() -> None:
    assert outcome(CallToolResult(content=[], structured_content={"a": "é"}), 99).text == '{"a": "é"}'
    both = CallToolResult(content=[TextContent(type="text", text="b")], structured_content={"a": 1})
    assert outcome(both, 99).text == "b"


def test_no_result_opens_a_tag_nor_brings_what_cannot_be_seen() -> None:
    text = outcome(said(RESULT), 4_000).text
    assert "<" not in text and not set("\u202e\U000e0041\x1b") & set(text)
