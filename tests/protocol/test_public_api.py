"""The exports of the package of the protocol, which cost nothing before they are used."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import mandala_protocol

ROOT = Path(__file__).parents[2]
SOURCE = ast.parse(Path(mandala_protocol.__file__).read_text())

PUBLIC = """
    Abandon Agree Alive Allowance AskedAlive BadNotation CheckAlive Code Command Complained ConfirmAlive
    ConnectionState DeclineOffer Due EndReason Entry EntryMessage Evidence First GAMES Game GameTerms Greeted
    Greeting IllegalMove KeptEntry Leave Left LocalProtocolError MakeOffer Mark Moved NotARecord NotEvidence
    OfferDeclined OfferKind OfferMade PROTOCOL_VERSION PassedOver PastTold Pending Play ProtocolError ProvenBreach
    ProvenFork RecordFault Referee Refuse Refused RematchWanted RemoteProtocolError Resign Result STATES Said Seat
    Sentence Serial Session SessionEvent Signer Simulation Snapshot Speak StandingOffer Step Talk Talked TellMissing
    TellPast Trace Unproven Verdict View WantRematch Workers clean_line clean_name judge_evidence read_evidence
    read_record verify_record write_record
"""
"""Whoever takes a name away breaks somebody's tool; whoever adds one promises to keep it."""

WITHOUT_DOCSTRING = {"Command", "GAMES", "PROTOCOL_VERSION", "STATES", "SessionEvent", "Trace"}


def test_these_are_the_public_names() -> None:
    assert mandala_protocol.__all__ == PUBLIC.split()
    assert set(mandala_protocol.__all__) <= set(dir(mandala_protocol))


@pytest.mark.parametrize("name", sorted(set(PUBLIC.split()) - WITHOUT_DOCSTRING))
def test_each_has_a_description_of_its_own(name: str) -> None:
    described = getattr(mandala_protocol, name).__dict__ if isinstance(getattr(mandala_protocol, name), type) else None
    doc = getattr(mandala_protocol, name).__doc__
    assert doc
    assert described is None or described.get("__doc__"), "inherited from what it is made of"


def test_type_checkers_see_the_same_names() -> None:
    (block,) = (node for node in SOURCE.body if isinstance(node, ast.If))
    seen = {alias.asname for node in block.body if isinstance(node, ast.ImportFrom) for alias in node.names}
    seen |= {
        target.id
        for node in block.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    assert {name for name in seen if name and not name.startswith("_")} == set(mandala_protocol.__all__)


def test_a_name_that_there_is_not_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Nonsense'"):
        mandala_protocol.Nonsense  # noqa: B018
    with pytest.raises(ImportError):
        exec("from mandala_protocol import Nonsense")


def test_nothing_is_imported_before_it_is_used() -> None:
    told = "import sys, mandala_protocol; print([name for name in sys.modules if name.startswith('mandala_protocol.')])"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "[]\n"


@pytest.mark.parametrize("path", sorted((ROOT / "examples").glob("*.py")), ids=lambda path: path.name)
def test_the_examples_use_the_public_names_and_the_link_alone(path: Path) -> None:
    imported = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
    ours = [node for node in imported if (node.module or "").startswith("mandala_")]
    assert ours
    for node in ours:
        assert node.module in ("mandala_protocol", "mandala_net.link.handshake", "mandala_net.link.framing")
        if node.module == "mandala_protocol":
            assert {alias.name for alias in node.names} <= set(mandala_protocol.__all__)
