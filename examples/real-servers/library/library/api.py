"""Serializers and views: filters, ordering, search and the three paginations."""
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView
from rest_framework import exceptions, pagination, routers, serializers, viewsets
from rest_framework.decorators import action
from rest_framework.response import Response

from .models import Author, Book, Event, Review


class AuthorSerializer(serializers.ModelSerializer):
    class Meta:
        model = Author
        fields = ["id", "name", "born"]


class BookSerializer(serializers.ModelSerializer):
    tags = serializers.ListField(child=serializers.CharField(max_length=20), required=False)

    class Meta:
        model = Book
        fields = ["id", "title", "author", "price", "pages", "status", "published_at", "tags"]


class ReviewSerializer(serializers.ModelSerializer):
    rating = serializers.IntegerField(min_value=1, max_value=5)

    class Meta:
        model = Review
        fields = ["id", "book", "rating", "text"]
        read_only_fields = ["book"]


class EventSerializer(serializers.ModelSerializer):
    class Meta:
        model = Event
        fields = ["id", "kind", "at"]


class ByPage(pagination.PageNumberPagination):
    page_size = 10
    page_size_query_param = "page_size"
    max_page_size = 25


class ByOffset(pagination.LimitOffsetPagination):
    default_limit = 10
    max_limit = 25


class ByCursor(pagination.CursorPagination):
    page_size = 10
    ordering = "-id"


class Authors(viewsets.ModelViewSet):
    queryset = Author.objects.all()
    serializer_class = AuthorSerializer
    pagination_class = ByPage
    filterset_fields = {"name": ["exact", "icontains", "startswith"], "born": ["exact", "lt", "gt", "isnull"]}
    ordering_fields = ["id", "name", "born"]
    search_fields = ["name"]


class Books(viewsets.ModelViewSet):
    queryset = Book.objects.all()
    serializer_class = BookSerializer
    pagination_class = ByOffset
    filterset_fields = {
        "title": ["exact", "icontains", "startswith"],
        "author": ["exact", "in"],
        "price": ["exact", "lt", "lte", "gt", "gte", "range"],
        "pages": ["exact", "isnull", "gte"],
        "status": ["exact", "in"],
        "published_at": ["lt", "gte", "isnull"],
    }
    ordering_fields = ["id", "title", "price", "pages", "published_at"]
    search_fields = ["title", "author__name"]

    @action(detail=True, methods=["post"], serializer_class=None, filter_backends=[], pagination_class=None)
    def publish(self, request, pk=None):
        book = self.get_object()
        book.status = Book.Status.PUBLISHED
        book.save()
        return Response(BookSerializer(book).data)


class Reviews(viewsets.ModelViewSet):
    queryset = Review.objects.all()
    serializer_class = ReviewSerializer
    pagination_class = ByPage
    filterset_fields = {"rating": ["exact", "gte", "lte"]}
    ordering_fields = ["id", "rating"]

    def get_queryset(self):
        return super().get_queryset().filter(book=self.kwargs.get("book_id"))

    def perform_create(self, serializer):
        book = Book.objects.filter(pk=self.kwargs["book_id"]).first()
        if book is None:
            raise exceptions.NotFound()
        serializer.save(book=book)


class Events(viewsets.ModelViewSet):
    queryset = Event.objects.all()
    serializer_class = EventSerializer
    pagination_class = ByCursor
    filter_backends = []
    http_method_names = ["get", "post", "head", "options"]


router = routers.DefaultRouter()
router.include_root_view = False
router.register("authors", Authors)
router.register("books", Books)
router.register(r"books/(?P<book_id>[0-9]+)/reviews", Reviews, basename="review")
router.register("events", Events)
urlpatterns = [path("openapi.json", SpectacularAPIView.as_view()), path("api/", include(router.urls))]
