"""Messages about a database on a server that cannot be used."""

from typing import Final

from engines.messages import Sentence

NO_ANSWER: Final = Sentence(
    "store.no-answer",
    "no answer from {database}: {words}; check the address and the server",
    "{database}から応答がありません: {words}。アドレスとサーバーを確かめてください",
)
LOGIN_REFUSED: Final = Sentence(
    "store.login-refused",
    "{database} refuses the user: {words}; check the name, and the password in PGPASSWORD or "
    "~/.pgpass",
    "{database}にログインできません: {words}。ユーザー名と、PGPASSWORDか~/.pgpassのパスワードを"
    "確かめてください",
)
NOT_POSTGRESQL: Final = Sentence(
    "store.not-postgresql",
    "no PostgreSQL server at {database}: {words}; check host and port",
    "{database}はPostgreSQLのサーバーではありません: {words}。ホストとポートを確かめてください",
)
ADDRESS_REFUSED: Final = Sentence(
    "store.address-refused",
    "{database} is not the address of a database: {words}; write postgresql://USER@HOST/NAME",
    "{database}はデータベースのアドレスではありません: {words}。"
    "postgresql://ユーザー@ホスト/名前の形で書いてください",
)
NOT_ALLOWED: Final = Sentence(
    "store.not-allowed",
    "the server does not allow this in {database}: {words}; let its owner grant the right, or name "
    "another database",
    "{database}では許されていません: {words}。持ち主に権限をもらうか、"
    "別のデータベースを指定してください",
)
ONLY_READABLE: Final = Sentence(
    "store.only-readable",
    "{database} can only be read: {words}; name the server that is written to, or set "
    "default_transaction_read_only = off",
    "{database}は読み取り専用です: {words}。書き込めるサーバーを指定するか、"
    "default_transaction_read_onlyをoffにしてください",
)
SERVER_FULL: Final = Sentence(
    "store.server-full",
    "the disk of the server with {database} is full: free some disk space there",
    "{database}のサーバーのディスクがいっぱいです。空きを作ってください",
)
SERVER_MEMORY: Final = Sentence(
    "store.server-memory",
    "the server with {database} has no memory left for this: {words}; raise "
    "max_locks_per_transaction, or remove runs",
    "{database}のサーバーのメモリーが足りません: {words}。max_locks_per_transactionを上げるか、"
    "ランを消してください",
)
SERVER_FAILS: Final = Sentence(
    "store.server-fails",
    "the server cannot use its files of {database}: {words}; see the log of the server",
    "サーバーが{database}のファイルを使えません: {words}。サーバーのログを見てください",
)
NO_CERTIFICATE: Final = Sentence(
    "store.no-certificate",
    "cannot use the certificates for {database}: {words}; check sslcert, sslkey and sslrootcert in "
    "its address",
    "{database}の証明書を使えません: {words}。アドレスのsslcert、sslkey、sslrootcertを"
    "確かめてください",
)
SERVER_DAMAGED: Final = Sentence(
    "store.server-damaged",
    "{database} is damaged: {words}; see the log of the server, restore a backup",
    "{database}は壊れています: {words}。サーバーのログを見て、バックアップから戻してください",
)
NO_BACKUP: Final = Sentence(
    "store.no-backup-of-server",
    "{database} is on a server: copy it with pg_dump, or into a file with tourney db copy --to "
    "FILE",
    "{database}はサーバーにあります。pg_dumpで写すか、"
    "tourney db copy --to FILEでファイルに写してください",
)
NO_RESTORING: Final = Sentence(
    "store.no-restoring-on-server",
    "{database} is on a server: restore a copy of pg_dump with pg_restore, or a file with "
    "tourney db copy --db FILE --to URL",
    "{database}はサーバーにあります。pg_dumpの写しはpg_restoreで、ファイルは"
    "tourney db copy --db FILE --to URLで戻してください",
)
NOT_IN_ENCODING: Final = Sentence(
    "store.not-in-encoding",
    "the encoding of {database} lacks a character: {words}; copy it with tourney db copy to a "
    "database with encoding UTF8",
    "{database}の文字コードにない文字です: {words}。文字コードがUTF8のデータベースに"
    "tourney db copyで写してください",
)
ENCODING: Final = Sentence(
    "store.encoding",
    "{database} has the encoding {encoding}, which lacks characters; create it with encoding UTF8, "
    "as createdb -E UTF8 -T template0 does",
    "{database}の文字コードは{encoding}で、足りない文字があります。"
    "createdb -E UTF8 -T template0のように、UTF8で作ってください",
)
NO_SERVER_DATABASE: Final = Sentence(
    "store.no-server-database",
    "no database {database}: create it on the server",
    "データベース{database}はありません。サーバーで作ってください",
)
LOCKED: Final = Sentence(
    "store.locked",
    "{database} is locked by another process: wait until it ends, or stop it",
    "{database}は別のプロセスがロックしています。終わるまで待つか、そのプロセスを止めてください",
)
NO_CONNECTION: Final = Sentence(
    "store.no-connection",
    "{database} has no free connection: repeat the command when another one has ended, or raise "
    "max_connections of the server",
    "{database}に空いている接続がありません。ほかのコマンドが終わってからもう一度実行するか、"
    "サーバーのmax_connectionsを上げてください",
)
