"""Messages about worker processes on other machines."""

from typing import Final

from engines.messages import Sentence

NOT_INSTALLED: Final = Sentence(
    "work.dask-not-installed",
    "the executor dask needs a library that is not installed: pip install 'tabletop-tourney[dask]'",
    "エグゼキューターdaskに必要なライブラリがありません: pip install 'tabletop-tourney[dask]'",
)
UNKNOWN_EXECUTOR: Final = Sentence(
    "work.unknown-executor",
    "unknown executor {executor}; use local, or dask:tcp://HOST:8786 with the address of a Dask "
    "scheduler",
    "エグゼキューター{executor}はありません。localか、Daskスケジューラーのアドレスを付けた"
    "dask:tcp://HOST:8786を使ってください",
)
SECRET_IN_ADDRESS: Final = Sentence(
    "work.secret-in-address",
    "the address of a scheduler must not contain a user or password; set them up in Dask's "
    "configuration (distributed.comm.tls)",
    "スケジューラーのアドレスにユーザー名やパスワードを含めることはできません。"
    "Daskの設定(distributed.comm.tls)で指定してください",
)
INVALID_ADDRESS: Final = Sentence(
    "work.invalid-address",
    "invalid address of a Dask scheduler {address}; write tcp://HOST:PORT, tls://HOST:PORT, or the "
    "name of the file *.json that the scheduler writes",
    "Daskスケジューラーのアドレス{address}は正しくありません。tcp://HOST:PORTか"
    "tls://HOST:PORT、またはスケジューラーが書き出すファイル*.jsonの名前を書いてください",
)
NO_SCHEDULER: Final = Sentence(
    "work.no-scheduler",
    "no answer from the Dask scheduler at {address} ({why}); "
    "check the address, start it, or wait for it with --wait 10m",
    "{address}のDaskスケジューラーから応答がありません({why})。"
    "アドレスを確かめるか、起動するか、--wait 10mで待ってください",
)
UNUSABLE_SCHEDULER: Final = Sentence(
    "work.unusable-scheduler",
    "cannot connect to a Dask scheduler at {address}: {why}; check the address, and "
    "distributed.comm in Dask's configuration",
    "{address}のDaskスケジューラーに接続できません: {why}。アドレスと、"
    "Daskの設定のdistributed.commを確かめてください",
)
JOBS_AND_CLUSTER: Final = Sentence(
    "work.jobs-and-cluster",
    "--jobs is the number of processes of this machine, but the work is done by the workers of "
    "dask; remove --jobs or --executor",
    "--jobsはこのマシンのプロセス数ですが、作業はdaskのワーカーが行います。"
    "--jobsか--executorを外してください",
)
TRUST_WITHOUT_CLUSTER: Final = Sentence(
    "work.trust-without-cluster",
    "--trust-bots is about the workers of dask; add --executor dask:ADDRESS, or remove it",
    "--trust-botsはdaskのワーカーのためのオプションです。"
    "--executor dask:ADDRESSを加えるか、--trust-botsを外してください",
)
NO_WORKERS: Final = Sentence(
    "work.no-workers",
    "the Dask scheduler at {address} has no workers that answer; "
    "start some with: dask worker {address}",
    "{address}のDaskスケジューラーに応答するワーカーがありません。"
    "起動するには: dask worker {address}",
)
QUIET_WORKERS: Final = Sentence(
    "work.quiet-workers",
    "no result from the workers for {seconds} seconds: the matches take long, the workers are busy "
    "with other work, or a bot that is a Python class hangs; restart workers that hang",
    "{seconds}秒間ワーカーから結果がありません。対戦が長いか、ワーカーがほかの作業中か、"
    "Pythonのクラスのボットが止まっています。止まったワーカーは再起動してください",
)
WAITING_FOR_WORKERS: Final = Sentence(
    "work.waiting-for-workers",
    "the Dask scheduler at {address} has no workers that answer; waiting for them: "
    "dask worker {address}",
    "{address}のDaskスケジューラーに応答するワーカーがありません。待っています: "
    "dask worker {address}",
)
SCHEDULER_LOST: Final = Sentence(
    "work.scheduler-lost",
    "lost the Dask scheduler at {address}; connecting again",
    "{address}のDaskスケジューラーとの接続が切れました。接続し直しています",
)
WAITING_FOR_SCHEDULER: Final = Sentence(
    "work.waiting-for-scheduler",
    "no answer from the Dask scheduler at {address} ({why}); waiting for it",
    "{address}のDaskスケジューラーから応答がありません({why})。待っています",
)
SCHEDULER_BACK: Final = Sentence(
    "work.scheduler-back",
    "connected to the Dask scheduler at {address}",
    "{address}のDaskスケジューラーに接続しました",
)
REFUSED_WORKER: Final = Sentence(
    "work.refused-worker",
    "worker {worker} is not used: it has {its}, this machine has {ours}; install the same versions",
    "ワーカー{worker}は使われません。ワーカーは{its}、このマシンは{ours}です。"
    "同じバージョンをインストールしてください",
)
NO_ROOM_ON_WORKER: Final = Sentence(
    "work.no-room-on-worker",
    "worker {worker} is not used: it cannot store the files that are sent to it ({why}); check its "
    "temporary folder (TMPDIR)",
    "ワーカー{worker}は使われません。送られたファイルを保存できません({why})。"
    "一時フォルダー(TMPDIR)を確かめてください",
)
ALL_REFUSED: Final = Sentence(
    "work.all-refused",
    "no worker at {address} can be used: {why}",
    "{address}には使えるワーカーがありません: {why}",
)
DIFFERENT_ANSWERS: Final = Sentence(
    "work.different-answers",
    "two workers played the same matches differently: a bot is not deterministic, or the machines "
    "differ; the first result counts",
    "2つのワーカーで同じ対戦の結果が異なりました。ボットが決定的でないか、マシンが異なります。"
    "先の結果を使います",
)
NOT_SHIPPABLE: Final = Sentence(
    "work.not-shippable",
    "cannot send {path} to workers: {why}; name a file or folder inside the current folder",
    "{path}をワーカーに送れません: {why}。"
    "現在のフォルダーの中のファイルかフォルダーを指定してください",
)
DAMAGED_PARCEL: Final = Sentence(
    "work.damaged-parcel",
    "files sent to a worker arrived damaged; repeat the command",
    "ワーカーに送ったファイルが壊れています。もう一度実行してください",
)
ON_WORKER: Final = Sentence(
    "work.on-worker",
    "on worker {worker}: {failure}",
    "ワーカー{worker}: {failure}",
)
NOT_ON_WORKER: Final = Sentence(
    "work.not-on-worker",
    "on worker {worker}: {failure}; send it from this machine with --ship PATH, or install it "
    "there",
    "ワーカー{worker}: {failure}。--ship PATHでこのマシンから送るか、"
    "そのマシンにインストールしてください",
)
