"""Currencies by their codes and signs. Nothing converts one into another: rates change."""

import unicodedata

CURRENCIES = frozenset(
    """
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP
    CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF
    IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD
    MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB
    RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD
    UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
    """.split()  # noqa: SIM905
)
"""The codes of ISO 4217."""
_SAME_CURRENCY = {"€": "EUR", "US$": "USD"}


def currency_code(text: str) -> str | None:
    """A currency by its code or sign, which may have letters before it ("US$"); None for another text.

    A sign that several currencies have ("$") stays as it is.
    """
    if text in CURRENCIES:
        return text
    is_sign = unicodedata.category(text[-1]) == "Sc" and (text[:-1] == "" or text[:-1].isupper())
    return _SAME_CURRENCY.get(text, text) if is_sign else None
