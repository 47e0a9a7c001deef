"""URLs in settings: what is one, and how one is shown."""

from urllib.parse import unquote, urlsplit, urlunsplit


def is_http_url(text: str) -> bool:
    """Whether a setting is the URL of a server, and not a path or a name."""
    return text.startswith(("http://", "https://"))


def without_password(url: str) -> str:
    """The URL without user, password and query, each of which may hold a secret; it need not be a URL."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return without_user(url).partition("?")[0]
    return urlunsplit(parts._replace(netloc=without_user(parts.netloc), query=""))


def password_of(url: str) -> str:
    """The password in a URL, or the user where that is all it has; empty where it has none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return unquote(parts.password or parts.username or "")


def without_user(authority: str) -> str:
    """Host and port of the authority part of a URL, without user and password."""
    return authority.rpartition("@")[2]
