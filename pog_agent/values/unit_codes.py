"""Units by the codes of standards: UN/CEFACT Recommendation 20 (schema.org) and the names of QUDT."""

import re
from typing import Final


def _table(text: str) -> dict[str, str]:
    """Codes and units, written as `code=unit`, with "_" for a space."""
    pairs = (item.split("=") for item in text.split())
    return {code: unit.replace("_", " ") for code, unit in pairs}


_UN_CEFACT: Final = _table(
    """
    KGM=kg GRM=g MGM=mg MC=µg TNE=t LBR=lb ONZ=oz STI=stone MTR=m DMT=dm CMT=cm MMT=mm 4H=µm KMT=km
    NMI=nautical_mile INH=inch FOT=ft YRD=yd SMI=mi MTK=m² CMK=cm² KMK=km² HAR=ha ACR=acre FTK=ft²
    INK=in² MTQ=m³ CMQ=cm³ LTR=l DLT=dl CLT=cl MLT=ml HLT=hl SEC=s C26=ms MIN=min HUR=h DAY=day WEE=week
    MON=month ANN=year KMH=km/h MTS=m/s HM=mph KNT=knot CEL=°C FAH=°F KEL=K WTT=W KWT=kW MAW=MW JOU=J KJO=kJ
    WHR=Wh KWH=kWh MWH=MWh VLT=V KVT=kV AMP=A OHM=ohm HTZ=Hz KHZ=kHz MHZ=MHz A86=GHz PAL=Pa HPA=hPa KPA=kPa
    BAR=bar NEW=N LUM=lm LUX=lx P1=% AD=byte 4L=MB E34=GB 2P=kB
    """
)
_QUDT_UNITS: Final = _table(
    """
    GM=g TONNE=t LB=lb OZ=oz M=m IN=inch FT=ft YD=yd MI=mi HA=ha AC=acre L=l SEC=s MIN=min HR=h DAY=day WK=week
    MO=month YR=year DEG_C=°C DEG_F=°F K=K W=W J=J W-HR=Wh V=V A=A OHM=ohm HZ=Hz PA=Pa BAR=bar N=N LM=lm LUX=lx
    PERCENT=% DEG=degree BYTE=byte BIT=bit MOL=mol KN=knot
    """
)
_QUDT_PREFIXES: Final = {
    **{"Nano": "n", "Micro": "µ", "Milli": "m", "Centi": "c", "Deci": "d", "Hecto": "h", "Kilo": "k", "Mega": "M"},
    **{"Giga": "G", "Tera": "T"},
}
_QUDT_FACTOR: Final = re.compile(rf"({'|'.join(_QUDT_PREFIXES)})?([A-Z]+(?:_[CF]|-HR)?)([23])?")


def of_un_cefact(code: str) -> str | None:
    """The unit of a code of UN/CEFACT ("KGM") as people write it; None for another text."""
    return _UN_CEFACT.get(code)


def of_qudt(name: str) -> str | None:
    """The unit of a local name of QUDT ("KiloM-PER-HR") as people write it; None for another text."""
    sides = [_qudt_factor(side) for side in name.split("-PER-")]
    known = [side for side in sides if side is not None]
    return "/".join(known) if len(known) == len(sides) <= 2 else None


def _qudt_factor(text: str) -> str | None:
    found = _QUDT_FACTOR.fullmatch(text)
    if found is None or found[2] not in _QUDT_UNITS:
        return None
    return f"{_QUDT_PREFIXES[found[1]] if found[1] else ''}{_QUDT_UNITS[found[2]]}{found[3] or ''}"
