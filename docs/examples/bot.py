"""A bot for `ssh play@host api`: plays one game of Le 421 against the house, and says who won.

python bot.py ssh -p 2222 play@localhost api
"""

import json
import subprocess
import sys


def main(command: list[str]) -> None:
    talk = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(**request: object) -> None:
        talk.stdin.write(json.dumps(request) + "\n")
        talk.stdin.flush()

    rules = {"pace": "none"}  # nobody needs time to see how a round ended
    ask(do="create", game="421", seats=2, options={"pot": 11}, private=True, table=rules)
    ask(do="start")
    for line in talk.stdout:
        message = json.loads(line)
        if message["event"] == "error":
            print("refused:", message["text"])
        if message["event"] != "table":
            continue
        table = message["table"]
        if table["phase"] == "over":
            print("winner:", *(table["seats"][seat]["name"] for seat in table["view"]["winners"]))
            ask(do="bye")
        elif table["your_turn"]:
            # The last offer is the calmest: stop, or throw where one must.
            ask(do="act", action=table["offers"][-1]["action"], version=table["version"])


if __name__ == "__main__":
    main(sys.argv[1:])
