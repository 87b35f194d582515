"""The JSON Schema of a file of vectors, made from the fields with which a file is read."""

from __future__ import annotations

from typing import Any

from mandala_conformance.vectors.all_kinds import KINDS
from mandala_conformance.vectors.form.vector_fields import Field, record
from mandala_conformance.vectors.form.vector_kinds import VectorKind
from mandala_conformance.vectors.vector_file import case_form, head_fields

Schema = dict[str, Any]


def schema() -> Schema:
    """The schema (JSON Schema, draft 2020-12)."""
    head = head_fields()
    properties: Schema = {name: dict(field.schema) for name, field in head.items()}
    properties["groups"] = {
        "type": "array",
        "items": {"oneOf": [{"$ref": f"#/$defs/{kind.name}"} for kind in KINDS.values()]},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Test vectors of the Mandala LAN protocol",
        "type": "object",
        "properties": properties,
        "required": [*head, "groups"],
        "additionalProperties": False,
        "$defs": {
            **{kind.name: _group(kind) for kind in KINDS.values()},
            **{_given(kind): dict(record(kind.given).schema) for kind in KINDS.values()},
        },
    }


def _group(kind: VectorKind) -> Schema:
    case = {"oneOf": [_case(kind, valid=valid) for valid in (True, False)]}
    return {
        "description": kind.about,
        "type": "object",
        "properties": {
            "kind": {"const": kind.name},
            "about": {"type": "string"},
            "cases": {"type": "array", "items": case},
        },
        "required": ["kind", "about", "cases"],
        "additionalProperties": False,
    }


def _given(kind: VectorKind) -> str:
    """The name of the definition of what a case of this kind gives."""
    return f"{kind.name}-given"


def _case(kind: VectorKind, *, valid: bool) -> Schema:
    given = record(kind.given)
    return dict(case_form(kind, Field(given.read, {"$ref": f"#/$defs/{_given(kind)}"}), valid=valid).schema)
