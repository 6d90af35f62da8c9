"""Serves the app in library/: `python serve.py <port>`, with its database in the folder APP_DATA."""
import os
import sys
from pathlib import Path

import django
from django.conf import settings

DATA = Path(os.environ.get("APP_DATA", "."))
settings.configure(
    SECRET_KEY="only for this example",
    DEBUG=False,
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF="library.api",
    INSTALLED_APPS=[
        "django.contrib.auth",
        "django.contrib.contenttypes",
        "rest_framework",
        "django_filters",
        "drf_spectacular",
        "library",
    ],
    MIDDLEWARE=["django.middleware.common.CommonMiddleware"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA / "data.db", "OPTIONS": {"timeout": 20}}},
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    USE_TZ=True,
    TIME_ZONE="UTC",
    REST_FRAMEWORK={
        "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
        "DEFAULT_AUTHENTICATION_CLASSES": ["library.fixed_token.FixedToken"],
        "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticatedOrReadOnly"],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
        "DEFAULT_FILTER_BACKENDS": [
            "django_filters.rest_framework.DjangoFilterBackend",
            "rest_framework.filters.OrderingFilter",
            "rest_framework.filters.SearchFilter",
        ],
    },
    SPECTACULAR_SETTINGS={"TITLE": "Library", "VERSION": "1.0.0", "SERVE_INCLUDE_SCHEMA": False},
)
django.setup()

from django.core.management import execute_from_command_line  # noqa: E402
from django.db import connection  # noqa: E402
from library.models import Author, Book, Event, Review  # noqa: E402

present = connection.introspection.table_names()
with connection.schema_editor() as editor:
    for model in (Author, Book, Review, Event):
        if model._meta.db_table not in present:
            editor.create_model(model)
connection.close()
execute_from_command_line(["serve.py", "runserver", f"127.0.0.1:{sys.argv[1]}", "--noreload"])
