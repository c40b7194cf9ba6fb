"""Writes the servers' schemas as TypeScript declarations, with which `tsc` checks the page.

$ python tools/js/wire_types.py > tools/js/wire.d.ts
"""

import json
from typing import Any

from fastapi import FastAPI

from enraya.web.laboratory.routes.app import create_app
from enraya.web.league.routes.app import create_league_app
from enraya.web.server.settings import ServerSettings

PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}


def type_of(schema: dict[str, Any]) -> str:
    """The TypeScript type of the values that a schema describes."""
    if "$ref" in schema:
        return str(schema["$ref"].rpartition("/")[2])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(type_of(part) for part in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "prefixItems" in schema:
        return f"[{', '.join(map(type_of, schema['prefixItems']))}]"
    if schema.get("type") == "array":
        return f"Array<{type_of(schema.get('items', {}))}>"
    if schema.get("type") == "object":
        values = schema.get("additionalProperties", {})  # true if any values are allowed
        return f"Record<string, {'any' if values is True else type_of(values)}>"
    return PLAIN.get(schema.get("type", ""), "unknown")


def declaration(name: str, schema: dict[str, Any]) -> str:
    """The TypeScript declaration of a named schema."""
    if "properties" not in schema:
        return f"type {name} = {type_of(schema)};"
    required = schema.get("required", [])
    lines = [
        f"  {field}{'' if field in required else '?'}: {type_of(part)};"
        for field, part in schema["properties"].items()
    ]
    return "\n".join([f"interface {name} {{", *lines, "}"])


def declarations(app: FastAPI) -> str:
    """The declarations of everything that an application sends or receives."""
    schemas = app.openapi()["components"]["schemas"]
    return "\n".join(declaration(name, schema) for name, schema in schemas.items())


if __name__ == "__main__":
    print(declarations(create_app()))
    print(f"declare namespace League {{\n{declarations(create_league_app(ServerSettings()))}\n}}")
