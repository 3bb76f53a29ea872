import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { apps, root, shortOf } from './apps.ts'

/** The lines per app of a compose file or manifest, by the name in the mark above them. Both formats lack loops. */
const parts: Readonly<Record<string, (app: string, short: string) => readonly string[]>> = {
  'the place of its key': (app, short) => [`- key-${short}:/data/private/${app}`],
  'its publisher': (app, short) => [
    `publish-${short}:`,
    '  <<: *publisher',
    `  build: { context: ., dockerfile: shared/release/docker/Dockerfile, target: publisher, args: { APP: ${app} } }`,
    `  volumes: [store:/data/store, public-keys:/data/keys:ro, key-${short}:/data/private:ro]`,
    '',
  ],
  'published first': (_, short) => [`publish-${short}: { condition: service_completed_successfully }`],
  'the Job of its publisher': (_, short) => kubernetesJob(short).split('\n'),
  'the volume of its key': (_, short) => [`key-${short}:`],
  'the keys of its publisher': (_, short) => [`publish-${short}: { environment: *keys }`],
}

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

/** A compose file or manifest with the lines of the apps that are there; all else in it is written by hand. */
export function deploymentFile(file: string): string {
  const text = readFileSync(join(root, file), 'utf8')
  return text.replaceAll(
    /^( *)(# for each app, (.+) \(npm run references\):\n)[^]*?^ *# until here$/gm,
    (_, indent: string, mark: string, name: string) => {
      const part = parts[name]
      if (!part) throw new Error(`${file} asks for "${name}" of each app; there is ${Object.keys(parts)}`)
      const lines = apps().flatMap(app => part(app, shortOf(app)))
      return [indent + mark.trimEnd(), ...lines.map(line => (line ? indent + line : '')), `${indent}# until here`].join(
        '\n',
      )
    },
  )
}
