"""The platform's errors, in the shape the hosted one gives them."""

import json
import secrets
from collections.abc import Mapping

from aiohttp import web

STATUSES: dict[int, type[web.HTTPException]] = {
    400: web.HTTPBadRequest,
    401: web.HTTPUnauthorized,
    403: web.HTTPForbidden,
    404: web.HTTPNotFound,
    408: web.HTTPRequestTimeout,
    409: web.HTTPConflict,
    424: web.HTTPFailedDependency,
    429: web.HTTPTooManyRequests,
    500: web.HTTPInternalServerError,
    502: web.HTTPBadGateway,
    503: web.HTTPServiceUnavailable,
    504: web.HTTPGatewayTimeout,
}


def refused(status: int, code: str, message: str, headers: Mapping[str, str] | None = None) -> web.HTTPException:
    """An answer to be raised, with a request id to quote."""
    request_id = secrets.token_hex(8)
    error = {"code": code, "message": message, "param": None, "type": "invalid_request_error"}
    body = json.dumps({"error": error | {"additionalInfo": {"request_id": request_id}}})
    facts = {"x-request-id": request_id, "x-platform-error-source": "user" if status < 500 else "platform"}
    return STATUSES[status](text=body, content_type="application/json", headers={**facts, **(headers or {})})


def gateway(status: int, headers: Mapping[str, str]) -> web.HTTPException:
    """What stands in front of the platform answers in its own way."""
    return STATUSES[status](text="<html><body>No answer.</body></html>", content_type="text/html", headers=headers)


def too_large(most: int) -> web.Response:
    error = {"code": "file_size_exceeded", "message": f"A file must be smaller than {most} bytes.", "param": "path"}
    return web.json_response({"error": error}, status=413)
