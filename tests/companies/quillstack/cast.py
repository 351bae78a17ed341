"""Who and what Quillstack consists of: places, teams, customers and the names around them, as tables."""

from tests.companies.hiring import Opening
from tests.companies.staff import Place, Team
from tests.companies.trade import Customer

PLACES = {
    "B": Place("Boston Office", "Boston", "US", "USD", "SEMIMONTHLY", 90000),
    "N": Place("New York Loft", "New York", "US", "USD", "YEAR", 96000),
    "L": Place("Lisbon Hub", "Lisbon", "PT", "EUR", "MONTH", 42000),
    "R": Place("Remote", None, None, "USD", "HOUR", 84000),
}
TEAMS = [
    Team("Founders", "Founders", "Ada Lindgren@B", "Chief Executive Officer", None, ["Chief of Staff"], "Robert Hale@B"),
    Team(
        "Editor",
        "Engineering",
        "Samir Patel@B",
        "Engineering Lead",
        "Gwen Foster",
        ["Software Engineer", "Senior Software Engineer"],
        "Sam Carter@B; Lucia Mendes@L; Tiago Mendes@L; William Novak@R; Hana Kim@B",
    ),
    Team(
        "Platform",
        "Engineering",
        "Rui Almeida@L",
        "Engineering Lead",
        "Gwen Foster",
        ["Software Engineer", "Site Reliability Engineer"],
        "Ines Almeida@L; Joana Reis@L; Elizabeth Cole@N; Dmitri Orlov@R; Caio Nunes@L",
    ),
    Team("Engineering Leads", "Engineering", "Gwen Foster@B", "Vice President Engineering", "Ada Lindgren", ["Release Manager"], "Theo Marsh@B"),
    Team(
        "Product",
        "Product",
        "Katherine Bell@N",
        "Head of Product",
        "Ada Lindgren",
        ["Product Manager", "Designer"],
        "Owen Bell@N; Marta Lima@L; Yusuf Demir@R",
    ),
    Team(
        "Sales",
        "Revenue",
        "Jack Osborne@N",
        "Head of Sales",
        "Ada Lindgren",
        ["Account Executive"],
        "Sam Carter#2@N; Bianca Rossi@L; Tom Whelan@B; Leah Stone@R",
    ),
    Team(
        "Success",
        "Revenue",
        "Monica Reyes@B",
        "Head of Customer Success",
        "Ada Lindgren",
        ["Success Manager", "Support Engineer"],
        "Peter Stone@B; Ana Lima@L; Grace Okoro@N; Ben Archer@R",
    ),
    Team(
        "Operations",
        "Operations",
        "Omar Haddad@B",
        "Chief Financial Officer",
        "Ada Lindgren",
        ["Accountant", "Recruiter", "People Partner"],
        "Petra Lund@B; Ivy Tran@N; Miles Everett@B; Nora Castell@L; Duarte Pires@L",
    ),
]
WOMEN = [
    "Ada",
    "Lucia",
    "Hana",
    "Ines",
    "Joana",
    "Elizabeth",
    "Gwen",
    "Katherine",
    "Marta",
    "Bianca",
    "Leah",
    "Monica",
    "Ana",
    "Grace",
    "Petra",
    "Ivy",
    "Nora",
]
CUSTOMERS = [
    Customer("Larkfield Press", "larkfield.example", "Publishing", "Boston", "USD", 320),
    Customer("Larkfield Schools", "larkfieldschools.example", "Education", "Boston", "USD", 150),
    Customer("Maré Media", "maremedia.example", "Media", "Porto", "EUR", 85),
    Customer("Northgate Legal", "northgatelegal.example", "Legal", "New York", "USD", 540),
    Customer("Bluefin Games", "bluefin.example", "Games", "Seattle", "USD", 210),
    Customer("Casa Verde", "casaverde.example", "Retail", "Lisbon", "EUR", 60),
    Customer("Tidewater Labs", "tidewaterlabs.example", "Research", "Norfolk", "USD", 95),
    Customer("Orchid Health", "orchidhealth.example", "Healthcare", "Chicago", "USD", 1800),
    Customer("Pinnacle Books", "pinnaclebooks.example", "Publishing", "New York", "USD", 720),
    Customer("Summit Radio", "summitradio.example", "Media", "Denver", "USD", None),
    Customer("Atlas Tutors", "atlastutors.example", "Education", "Austin", "USD", 40),
    Customer("Ribeira Press", "ribeira.example", "Publishing", "Lisbon", "EUR", 33),
]
CONTACTS = [
    ("Bill Harmon", "Larkfield Press"),
    ("Susan Croft", "Larkfield Press"),
    ("Bill Ortiz", "Northgate Legal"),
    ("Denise Yates", "Northgate Legal"),
    ("Rita Falcao", "Maré Media"),
    ("Gil Moreno", "Bluefin Games"),
    ("Tess Moreno", "Bluefin Games"),
    ("Joaquim Sá", "Casa Verde"),
    ("Vera Hobbs", "Tidewater Labs"),
    ("Carl Winters", "Orchid Health"),
    ("Uma Desai", "Orchid Health"),
    ("Erik Blom", "Pinnacle Books"),
    ("Fay Dunn", "Summit Radio"),
    ("Hugh Pratt", "Atlas Tutors"),
    ("Lidia Rocha", "Ribeira Press"),
    ("Dean Mercer", "Larkfield Schools"),
]
LEADS = [
    (f"{f} {n}", c)
    for f, n, c in [
        ("Abby", "Sloan", "Sloan Studio"),
        ("Boris", "Petrov", "Petrov Print"),
        ("Clara", "Weiss", "Weiss Verlag"),
        ("Derek", "Voss", "Voss Media"),
        ("Elsa", "Bryn", "Bryn Books"),
        ("Felix", "Gant", "Gant Games"),
        ("Gina", "Hart", "Hart Homes"),
        ("Hal", "Ivers", "Ivers Ink"),
        ("Iris", "Jansen", "Jansen Law"),
        ("Jonas", "Keel", "Keel Boats"),
        ("Kyra", "Lamb", "Lamb Labs"),
        ("Liam", "Moss", "Moss Mills"),
        ("Mona", "Nash", "Nash News"),
        ("Neil", "Oakes", "Oakes Opera"),
        ("Olga", "Pike", "Pike Press"),
        ("Paul", "Quist", "Quist Quarry"),
        ("Rosa", "Ridge", "Ridge Radio"),
        ("Saul", "Thorn", "Thorn Tea"),
        ("Tina", "Urban", "Urban Unions"),
        ("Uri", "Vale", "Vale Video"),
        ("Vic", "Wren", "Wren Works"),
        ("Wanda", "Xiong", "Xiong Exports"),
        ("Yves", "Zorn", "Zorn Zines"),
        ("Zara", "Abel", "Abel Audio"),
    ]
]
TOPICS = [
    ("Seat count", "They grew to 75 seats and ask whether the yearly price still holds."),
    ("Import trouble", "Old manuscripts lose footnotes on import. We promised a script within 10 days."),
    ("Security review", "Their questionnaire has 140 questions; legal wants it back before the quarter ends."),
    ("Pilot", "A pilot with 12 editors for six weeks, then a decision by the board."),
]
OPENINGS = [
    Opening("Senior Software Engineer", "Lisbon", "Engineering", "Rui Almeida", "Ivy Tran"),
    Opening("Product Designer", "New York", "Product", "Katherine Bell", "Ivy Tran"),
    Opening("Account Executive", "New York", "Revenue", "Jack Osborne", "Miles Everett"),
    Opening("Support Engineer", "Boston", "Revenue", "Monica Reyes", "Miles Everett"),
    Opening("Data Analyst", "Lisbon", "Operations", "Omar Haddad", "Miles Everett", "CLOSED"),
    Opening("Software Engineer", "Boston", "Engineering", "Samir Patel", "Ivy Tran", "CLOSED"),
]
FIRST = ["Alma", "Bruno", "Celia", "Diego", "Edith", "Fabio", "Greta", "Hugo"]
LAST = ["Amaro", "Barros", "Cabral", "Dunne", "Elms", "Frost"]
HIRED = {
    "Sam Carter": 4,
    "Lucia Mendes": 3,
    "Tiago Mendes": 0,
    "Hana Kim": 5,
    "Ines Almeida": 3,
    "Elizabeth Cole": 4,
    "Bianca Rossi": 2,
    "Peter Stone": 3,
}
