"""The certificates of one run: an authority whose key never leaves this process, and what it vouches for.

Only a challenge whose rules write a site `intercept://…` needs it: entries then use ordinary HTTPS clients, and what
they asked is recorded and replayed. Certificates are made by cryptography, connections by pyOpenSSL (the extra `tls`).
"""

from datetime import UTC, datetime, timedelta
from ipaddress import ip_address

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from OpenSSL import SSL

_LIFE = timedelta(days=30)
"""How long the authority lives: longer than any run."""
_LEAF = timedelta(days=2)
"""How long the certificate of a host lives; a new one is made when half of it is over."""
_EARLIER = timedelta(hours=1)
"""A clock that was set back does not make certificates invalid."""
_LONGEST_NAME = 64


class Authority:
    """Vouches for hosts towards one entry, in one run."""

    def __init__(self) -> None:
        self._key = ec.generate_private_key(ec.SECP256R1())
        name = _name(f"anaphor, this run only ({x509.random_serial_number():x})")
        self._certificate = (
            _builder(name, name, self._key.public_key(), _LIFE)
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs_certificates=True), critical=True)
            .sign(self._key, SHA256())
        )
        self._leaves: dict[str, tuple[x509.Certificate, ec.EllipticCurvePrivateKey, datetime]] = {}

    @property
    def pem(self) -> bytes:
        return self._certificate.public_bytes(Encoding.PEM)

    @property
    def terms(self) -> dict[str, object]:
        return {
            "sha256": self._certificate.fingerprint(SHA256()).hex(),
            "name": self._certificate.subject.rfc4514_string(),
            "until": self._certificate.not_valid_after_utc.isoformat(),
        }

    def context(self, host: str) -> SSL.Context:
        """The settings with which this proxy stands in for a host: HTTP/1.1 over TLS 1.2 or later."""
        certificate, key = self.leaf(host)
        context = SSL.Context(SSL.TLS_SERVER_METHOD)
        context.set_min_proto_version(SSL.TLS1_2_VERSION)
        context.set_options(SSL.OP_NO_RENEGOTIATION | SSL.OP_NO_COMPRESSION)
        context.set_session_cache_mode(SSL.SESS_CACHE_OFF)
        # A client that offers other protocols alone is told of none, and may speak this one.
        context.set_alpn_select_callback(
            lambda _connection, offered: b"http/1.1" if b"http/1.1" in offered else SSL.NO_OVERLAPPING_PROTOCOLS
        )
        context.use_certificate(certificate)
        context.use_privatekey(key)
        return context

    def leaf(self, host: str) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
        """The certificate of a host and its own key; made once, and again before it is too old."""
        now = datetime.now(UTC)
        known = self._leaves.get(host)
        if known is not None and now - known[2] <= _LEAF / 2:
            return known[:2]
        own = ec.generate_private_key(ec.SECP256R1())
        try:
            name: x509.GeneralName = x509.IPAddress(ip_address(host))
        except ValueError:
            name = x509.DNSName(host)
        issuer = self._key.public_key()
        certificate = (
            _builder(_name(host), self._certificate.subject, own.public_key(), _LEAF)
            .add_extension(x509.SubjectAlternativeName([name]), critical=False)
            .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
            .add_extension(_usage(signs_certificates=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(issuer), critical=False)
            .sign(self._key, SHA256())
        )
        self._leaves[host] = certificate, own, now
        return certificate, own


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:_LONGEST_NAME])])


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, life: timedelta
) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - _EARLIER)
        .not_valid_after(now + life)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(*, signs_certificates: bool) -> x509.KeyUsage:
    signs = signs_certificates
    never = ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement")
    others = dict.fromkeys((*never, "encipher_only", "decipher_only"), False)
    return x509.KeyUsage(digital_signature=not signs, key_cert_sign=signs, crl_sign=signs, **others)
