"""The scripted server as a command, as a terminal session uses it."""

import json
import subprocess
import sys
from pathlib import Path

from openai import OpenAI


def test_a_script_answers_by_rule_and_every_request_is_logged(tmp_path: Path) -> None:
    script, log = tmp_path / "script.json", tmp_path / "log.jsonl"
    rules = [
        {"on": "chat", "match": "weather", "times": 1, "reply": {"text": "Rain."}},
        {"on": "chat", "match": "weather", "reply": {"fragments": ["S", "un."]}},
        {"on": "synthesis", "reply": {"json": {"text": "x", "citations": []}}},
    ]
    script.write_text(json.dumps({"rules": rules}), "utf-8")
    command = [sys.executable, "-m", "tests.support.server", "--script", str(script), "--log", str(log)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        url = process.stdout.readline().strip()
        with OpenAI(base_url=url, api_key="k", max_retries=0) as client:
            said = [
                client.chat.completions.create(model="m", messages=[{"role": "user", "content": text}])
                .choices[0]
                .message.content
                for text in ("weather?", "weather?", "hello")
            ]
        assert said == ["Rain.", "Sun.", "Understood."]
        lines = [json.loads(line) for line in log.read_text("utf-8").splitlines()]
        assert [line["kind"] for line in lines] == ["chat", "chat", "chat"]
    finally:
        process.terminate()
        process.wait(10)
        if process.stdout is not None:
            process.stdout.close()
