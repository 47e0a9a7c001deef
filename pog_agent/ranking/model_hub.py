"""Whether a named model can be downloaded, asked once: the hub's own client tries for more than a minute."""

import re
from typing import Final

import httpx

HUB_SECONDS: Final = 5.0
_NAME: Final = re.compile(r"\w[\w.-]*(/\w[\w.-]*)?", re.ASCII)
_NOT_THERE: Final = frozenset({401, 403, 404})


def why_not_downloadable(name: str) -> str:
    """Why a model cannot be downloaded from the model hub; empty where it can.

    A name without an owner means one of sentence-transformers before any other, as it does there.
    """
    from huggingface_hub import constants, get_token  # noqa: PLC0415 (slow import)

    if not _NAME.fullmatch(name):
        return "there is no such folder, and no model has such a name"
    if constants.HF_HUB_OFFLINE:
        return "it is not on this machine, and HF_HUB_OFFLINE forbids downloads"
    hub, token = constants.ENDPOINT, get_token()
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    for repository in (name,) if "/" in name else (f"sentence-transformers/{name}", name):
        url = f"{hub}/api/models/{repository}"
        try:
            reply = httpx.get(url, headers=headers, timeout=HUB_SECONDS, follow_redirects=True)
        except httpx.HTTPError:
            return f"it is not on this machine, and {hub} cannot be reached"
        if reply.is_success:
            return ""
        if reply.status_code not in _NOT_THERE:
            return f"it is not on this machine, and {hub} answers HTTP {reply.status_code}"
    return f"it is not on this machine, and {hub} has no such model for you"
