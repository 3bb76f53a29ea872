#!/usr/bin/env bash
# A server that speaks S3's protocol, with conditional writes: Ceph's, from Debian (apt-get install
# --no-install-recommends radosgw ceph-mon ceph-osd curl), whole on one machine, with its disk in a file. Its objects are
# stored in the folder and survive a restart.
#   object-store.sh <folder> <address:port> <port of the monitor; the next 50 are used too>
# AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are the keys of the owner of the bucket `adcoin`; FILES_ACCESS_KEY_ID and
# FILES_SECRET_ACCESS_KEY, if set, are the keys of the owner of `uploads`. Neither owner reads the other's bucket. It
# prints "ready" when the buckets exist.
# The process in gateway.pid answers requests and is restarted when it ends. The end of any other process ends all.
# OBJECT_STORE_BYTES: the largest size of the disk, default 64 GiB; the file grows as it fills.
# Then: RELEASE_STORE=s3://adcoin RELEASE_STORE_ENDPOINT=http://<address:port>
set -eu
folder=$1; address=$2; monitor=$3
needs() {
  [ -n "$2" ] && return
  echo "$1 is empty: set it in .env. The keys of a bucket give access to all its files." >&2
  exit 1
}
needs AWS_ACCESS_KEY_ID "${AWS_ACCESS_KEY_ID:-}"
needs AWS_SECRET_ACCESS_KEY "${AWS_SECRET_ACCESS_KEY:-}"
needs FILES_ACCESS_KEY_ID "${FILES_ACCESS_KEY_ID-unset}"
needs FILES_SECRET_ACCESS_KEY "${FILES_SECRET_ACCESS_KEY-unset}"
export CEPH_CONF="$folder/ceph.conf"

# The first start ends with the file `made`. What one left that was ended before it holds nothing of anybody's.
make_folder() {
  find "$folder" -mindepth 1 -delete
  mkdir -p "$folder"/{mon,osd,rgw,run}
  cluster=$(cat /proc/sys/kernel/random/uuid); disk=$(cat /proc/sys/kernel/random/uuid)
  cat > "$CEPH_CONF" <<CONFIGURATION
[global]
fsid = $cluster
mon_host = [v2:127.0.0.1:$monitor]
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_port_min = $((monitor + 1))
ms_bind_port_max = $((monitor + 50))
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 2
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
osd_crush_update_on_start = false
# One of each: nobody has to be waited for.
paxos_propose_interval = 0.05
osd_heartbeat_grace = 2
osd_heartbeat_interval = 1
objecter_timeout = 1
objecter_tick_interval = 0.5
osd_mon_shutdown_timeout = 0.5
osd_objectstore = bluestore
bluestore_block_size = ${OBJECT_STORE_BYTES:-68719476736}
bluestore_block_db_create = false
bluestore_block_wal_create = false
bluestore_cache_autotune = false
bluestore_cache_size = 134217728
osd_class_load_list = *
osd_class_default_list = *
mon_data_avail_crit = 1
run_dir = $folder/run
crash_dir = $folder/run
admin_socket =
log_to_file = false
log_to_stderr = false
mon_cluster_log_to_file = false
keyring = $folder/keyring
mon_data = $folder/mon
osd_data = $folder/osd
rgw_data = $folder/rgw
rgw_enable_lc_threads = false
rgw_run_sync_thread = false
rgw_thread_pool_size = 64
CONFIGURATION
  for who in mon. client.admin osd.0; do
    ceph-authtool "$folder/keyring" $([ -f "$folder/keyring" ] || echo --create-keyring) --gen-key -n $who \
      --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *'
  done
  monmaptool --create --fsid "$cluster" --addv a "[v2:127.0.0.1:$monitor]" "$folder/monmap"
  ceph-mon -i a --mkfs --monmap "$folder/monmap" --keyring "$folder/keyring"
  ceph-mon -i a -f & started+=($!)
  timeout 60 ceph osd new "$disk" 0
  ceph-osd -i 0 --mkfs --osd-uuid "$disk"
  ceph-osd -i 0 -f & started+=($!)
  timeout 60 ceph osd crush add osd.0 1 root=default
}

started=(); gateway=
# The gateway goes first: it takes leave of its disk, and where that is gone it waits two minutes for it.
end() {
  trap - EXIT TERM INT
  set +e
  [ -n "$gateway" ] && kill "$gateway" && wait "$gateway"
  kill "${started[@]}"
  wait
  exit "$1"
} 2> /dev/null
trap 'end $?' EXIT
trap 'end 0' TERM INT

mkdir -p "$folder"
if [ -f "$folder/made" ]; then
  ceph-mon -i a -f & started+=($!)
  ceph-osd -i 0 -f & started+=($!)
else
  make_folder
fi
# owner <bucket> <key> <secret>. An existing owner gets the new key beside the old ones. Without a cache: else
# the ended server that knew it is waited for, for half a minute.
owner() {
  for verb in create modify; do
    timeout 120 radosgw-admin --rgw-cache-enabled=false user $verb --uid="$1" --display-name="$1" \
      --access-key="$2" --secret-key="$3" > "$folder/run/user" && return
  done
}
# bucket <name> <key> <secret>: made by its owner; one who has it already is told so and nothing is changed.
bucket() {
  until printf 'user = "%s:%s"\n' "$2" "$3" | curl -fsS -K - -o "$folder/run/bucket" -X PUT \
    --aws-sigv4 aws:amz:us-east-1:s3 -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' \
    "http://127.0.0.1:${address##*:}/$1"; do
    sleep 0.2
  done 2> "$folder/run/curl"
}
owner adcoin "$AWS_ACCESS_KEY_ID" "$AWS_SECRET_ACCESS_KEY"
[ -z "${FILES_ACCESS_KEY_ID:-}" ] || owner uploads "$FILES_ACCESS_KEY_ID" "$FILES_SECRET_ACCESS_KEY"
# What answers requests; it is started again when it ends, and has three seconds to end when it is told to.
answer() {
  trap 'kill $answering
    for _ in {1..30}; do kill -0 $answering || exit; sleep 0.1; done
    kill -9 $answering
    exit' TERM
  while :; do
    # tcp_nodelay: else an answer's body waits until the client's system acknowledges its head, 40 ms for each request.
    radosgw -n client.admin -f --rgw-frontends="beast endpoint=$address tcp_nodelay=1" & answering=$!
    echo $answering > "$folder/gateway.pid"
    wait $answering || sleep 0.2
  done
}
answer & gateway=$!
[ -z "${FILES_ACCESS_KEY_ID:-}" ] || bucket uploads "$FILES_ACCESS_KEY_ID" "$FILES_SECRET_ACCESS_KEY"
bucket adcoin "$AWS_ACCESS_KEY_ID" "$AWS_SECRET_ACCESS_KEY"
touch "$folder/made"
echo ready
wait -n
