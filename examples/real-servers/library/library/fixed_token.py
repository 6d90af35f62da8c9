"""`Authorization: Token secret`; without it one may read."""
from django.contrib.auth.models import User
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework import authentication, exceptions


class FixedToken(authentication.BaseAuthentication):
    def authenticate(self, request):
        header = request.headers.get("Authorization")
        if header is None:
            return None
        if header != "Token secret":
            raise exceptions.AuthenticationFailed("Invalid token.")
        return (User(username="someone"), None)

    def authenticate_header(self, request):
        return "Token"


class FixedTokenScheme(OpenApiAuthenticationExtension):
    target_class = FixedToken
    name = "tokenAuth"

    def get_security_definition(self, auto_schema):
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": 'Token-based authentication with required prefix "Token"',
        }
