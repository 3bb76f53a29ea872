import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apps, root, shortOf } from './apps.ts'

function kubernetesJob(short: string): string {
  return `---
apiVersion: batch/v1
kind: Job
metadata: { name: publish-${short} }
spec:
  backoffLimit: 5
  ttlSecondsAfterFinished: 86400
  template:
    metadata: { labels: { app.kubernetes.io/name: publisher } }
    spec:
      restartPolicy: OnFailure
      automountServiceAccountToken: false
      securityContext: { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
      containers:
        - name: publisher
          image: adcoin/publisher-${short}
          env:
            - { name: RELEASE_BY, value: kubernetes }
            - { name: RELEASE_KEYS, value: given }
            - { name: RELEASE_PRIVATE_KEYS, value: /data/private }
          envFrom: [configMapRef: { name: adcoin-settings }, secretRef: { name: adcoin-store }]
          resources: { requests: { cpu: 250m, memory: 256Mi }, limits: { memory: 1Gi } }
          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }
          volumeMounts:
            - { name: keys, mountPath: /data/keys }
            - { name: public-keys, mountPath: /data/keys/keys.json, subPath: keys.json, readOnly: true }
            - { name: key, mountPath: /data/private, readOnly: true }
            - { name: tmp, mountPath: /tmp }
      volumes:
        - { name: keys, emptyDir: {} }
        - { name: public-keys, configMap: { name: adcoin-keys } }
        - { name: key, secret: { secretName: adcoin-key-${short}, defaultMode: 288 } }
        - { name: tmp, emptyDir: {} }`
}

/** A manifest with a Job for each app that is there, as the format lacks loops; all else in it is written by hand. */
export function deploymentFile(file: string): string {
  return readFileSync(join(root, file), 'utf8').replace(
    /^(# for each app, the Job of its publisher \(npm run references\):\n)[^]*?^# until here$/m,
    (_, mark: string) => [mark.trimEnd(), ...apps().map(app => kubernetesJob(shortOf(app))), '# until here'].join('\n'),
  )
}
