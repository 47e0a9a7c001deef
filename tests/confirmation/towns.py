"""A graph with two towns of one name, for topics that a person has to choose between."""

PREFIX = "http://example.org/"
TOWNS = """
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:mayor rdfs:label "mayor" .
:river rdfs:label "river" .
:Aldin1 a :Town ; rdfs:label "Aldin" ; :mayor :Bera ; :river :Ost .
:Aldin2 a :Town ; rdfs:label "Aldin" ; :mayor :Corin ; :river :Ost .
:Malo a :Town ; rdfs:label "Malo" ; :mayor :Dana .
:Bera a :Person ; rdfs:label "Bera" .
:Corin a :Person ; rdfs:label "Corin" .
:Dana a :Person ; rdfs:label "Dana" .
:Ost a :River ; rdfs:label "Ost" .
:Town rdfs:label "town" .
:Person rdfs:label "person" .
:River rdfs:label "river" .
"""
QUESTION = "Who is the mayor of Aldin?"
