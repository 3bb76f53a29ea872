#!/usr/bin/env bash
# A server that speaks S3's protocol, with conditional writes: Ceph's, from Debian (apt-get install
# --no-install-recommends radosgw ceph-mon ceph-osd), whole on one machine and in memory. It ends with this script, and
# forgets. object-server.sh <empty folder> <port> <port of the monitor; the next 50 are used too>
# It prints "ready" when the bucket is there. What answers requests is started again when it ends, by the id in gateway.pid.
# Then: RELEASE_STORE=s3://adcoin RELEASE_STORE_ENDPOINT=http://127.0.0.1:<port>
#       AWS_ACCESS_KEY_ID=adcoin AWS_SECRET_ACCESS_KEY=only-for-tests
set -eu
folder=$1; port=$2; monitor=$3
mkdir -p "$folder"/{mon,osd,rgw,run}
cluster=$(cat /proc/sys/kernel/random/uuid); disk=$(cat /proc/sys/kernel/random/uuid)
export CEPH_CONF="$folder/ceph.conf"
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
osd_objectstore = memstore
memstore_device_bytes = 2147483648
osd_class_load_list = *
osd_class_default_list = *
mon_data_avail_crit = 1
run_dir = $folder/run
admin_socket =
log_file = $folder/\$name.log
mon_cluster_log_file = $folder/cluster.log
keyring = $folder/keyring
mon_data = $folder/mon
osd_data = $folder/osd
rgw_data = $folder/rgw
rgw_frontends = beast endpoint=127.0.0.1:$port
rgw_enable_gc_threads = false
rgw_enable_lc_threads = false
rgw_run_sync_thread = false
rgw_thread_pool_size = 64
CONFIGURATION
started=()
end() { trap - EXIT TERM INT; kill "${started[@]}" 2>/dev/null || true; wait; exit "$1"; }
trap 'end $?' EXIT
trap 'end 0' TERM INT

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
timeout 120 radosgw-admin user create --uid=adcoin --display-name=adcoin --access-key=adcoin --secret-key=only-for-tests > "$folder/user"
while :; do
  radosgw -n client.admin -f & answering=$!
  echo $answering > "$folder/gateway.pid"
  trap 'kill $answering; wait $answering; exit' TERM
  wait $answering || sleep 0.2
done & started+=($!)
until curl -fsS -o "$folder/made" -X PUT --aws-sigv4 aws:amz:us-east-1:s3 --user adcoin:only-for-tests \
  -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' "http://127.0.0.1:$port/adcoin"; do
  sleep 0.2
done 2> "$folder/curl.log"
echo ready
wait -n
