"""The yardstick: aiohttp and PyJWT, nothing else. Checks the token, posts an echo to the connector, answers 200."""

import json
from urllib.parse import quote

import aiohttp
import jwt
from aiohttp import web
from jwt.algorithms import RSAAlgorithm

from bot.demo.issuer import CHANNEL_ISSUER


class Bare:
    def __init__(self, app_id: str, metadata: str, token_url: str) -> None:
        self.app_id, self.metadata, self.token_url = app_id, metadata, token_url

    async def open(self) -> None:
        self.session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0))
        async with self.session.get(self.metadata) as answer:
            address = (await answer.json())["jwks_uri"]
        async with self.session.get(address) as answer:
            self.keys = {jwk["kid"]: RSAAlgorithm.from_jwk(jwk) for jwk in (await answer.json())["keys"]}
        async with self.session.post(self.token_url, data={"client_secret": "secret"}) as answer:
            self.bearer = {"Authorization": f"Bearer {(await answer.json())['access_token']}"}

    async def messages(self, request: web.Request) -> web.Response:
        incoming = json.loads(await request.read())
        token = request.headers["Authorization"].removeprefix("Bearer ")
        key = self.keys[jwt.get_unverified_header(token)["kid"]]
        claims = jwt.decode(token, key, algorithms=["RS256"], audience=self.app_id, issuer=CHANNEL_ISSUER, leeway=300)
        if claims["serviceurl"] != incoming["serviceUrl"]:
            return web.Response(status=403)
        talk = quote(incoming["conversation"]["id"], safe="")
        url = f"{incoming['serviceUrl']}v3/conversations/{talk}/activities/{incoming['id']}"
        echo = {
            "type": "message", "text": f"Echo: {incoming['text']}", "from": incoming["recipient"],
            "recipient": incoming["from"], "conversation": incoming["conversation"], "replyToId": incoming["id"],
        }  # fmt: skip
        async with self.session.post(url, json=echo, headers=self.bearer) as answer:
            await answer.read()
        return web.Response(status=200)
