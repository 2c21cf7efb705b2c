{{/* A label, since hosts have it; a release may have dots, and end with a dash where it is cut. */}}
{{- define "nacos-capacity.name" -}}
{{- .Release.Name | replace "." "-" | trunc 30 | trimAll "-" -}}
{{- end -}}

{{- define "nacos-capacity.run" -}}
{{- .Values.run | default (toString .Release.Revision) -}}
{{- end -}}

{{/* What no schema can say, in one line. */}}
{{- define "nacos-capacity.check" -}}
{{- $v := .Values -}}
{{- if not $v.target.nodes }}{{ fail "target.nodes: name every node of the registry, HOST:PORT[,HOST:PORT...]" }}{{ end -}}
{{- if ne $v.target.confirmed $v.target.nodes }}{{ fail "target.confirmed: a run loads the registry of target.nodes; write the same nodes here if you may" }}{{ end -}}
{{- if and $v.load.profile $v.load.profileText }}{{ fail "load.profile names a shipped profile and load.profileText is another: give one" }}{{ end -}}
{{- if not (or $v.load.instances $v.load.profile $v.load.profileText) }}{{ fail "load.instances: give 1 or more, or a profile" }}{{ end -}}
{{- if and $v.metrics.podMonitor (not $v.metrics.secretName) }}{{ fail "metrics.podMonitor needs metrics.secretName, a Secret with token" }}{{ end -}}
{{- if not $v.schedule -}}
{{- /* Helm would end the Jobs of the run before, or take its old Jobs for those of this one. */}}
{{- $new := printf "%s-%s" (include "nacos-capacity.name" .) (include "nacos-capacity.run" .) -}}
{{- range (lookup "batch/v1" "Job" .Release.Namespace "").items -}}
{{- if eq (dig "labels" "app.kubernetes.io/name" "" .metadata) "nacos-capacity" -}}
{{- if and (eq (dig "labels" "app.kubernetes.io/instance" "" .metadata) $.Release.Name) (dig "status" "active" 0 .) }}{{ fail (printf "every upgrade is a run, and the Job %s is under way: wait for its end, or delete it" .metadata.name) }}{{ end -}}
{{- if eq .metadata.name $new }}{{ fail (printf "run: the Job %s is there; give a name that no run had" $new) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "nacos-capacity.selector" -}}
app.kubernetes.io/name: nacos-capacity
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/*
One Job now, or one at each time of the schedule.
The verdict's Job has the name of the release, and the Job of its shards that name after a prefix. Either finds the
other's folder and hosts by $(JOB_NAME), since a CronJob names its Jobs by itself, after the time.
*/}}
{{- define "nacos-capacity.job" -}}
apiVersion: batch/v1
{{- if .root.Values.schedule }}
kind: CronJob
metadata:
  name: {{ printf "%s%s" .prefix (include "nacos-capacity.name" .root) | quote }}
  labels:
    {{- include "nacos-capacity.selector" . | nindent 4 }}
spec:
  schedule: {{ .root.Values.schedule | quote }}
  # One that is late would be without the other.
  startingDeadlineSeconds: 60
  {{- /* Never two loads at once; a verdict that still waits does not keep the next one away. */}}
  concurrencyPolicy: {{ ternary "Forbid" "Allow" (ne .prefix "") }}
  jobTemplate:
    metadata:
      labels:
        {{- include "nacos-capacity.selector" . | nindent 8 }}
    spec:
      {{- .spec | nindent 6 }}
{{- else }}
kind: Job
metadata:
  name: {{ printf "%s%s-%s" .prefix (include "nacos-capacity.name" .root) (include "nacos-capacity.run" .root) | quote }}
  labels:
    {{- include "nacos-capacity.selector" . | nindent 4 }}
spec:
  {{- .spec | nindent 2 }}
{{- end }}
{{- end -}}

{{/* A pod for each index; one that fails ends no other, and none is repeated, since its part of the load is over. */}}
{{- define "nacos-capacity.indexed" -}}
completionMode: Indexed
completions: {{ .Values.shards }}
parallelism: {{ .Values.shards }}
backoffLimitPerIndex: 0
activeDeadlineSeconds: {{ int64 .Values.deadlineSeconds }}
{{- end -}}

{{- define "nacos-capacity.podMetadata" -}}
labels:
  {{- include "nacos-capacity.selector" . | nindent 2 }}
  # A mesh would carry the load through a proxy that never ends.
  sidecar.istio.io/inject: "false"
annotations:
  cluster-autoscaler.kubernetes.io/safe-to-evict: "false"
  karpenter.sh/do-not-disrupt: "true"
{{- end -}}

{{- define "nacos-capacity.pod" -}}
{{- $v := .root.Values -}}
serviceAccountName: {{ include "nacos-capacity.name" .root | quote }}
automountServiceAccountToken: false
# A Service's variables could be taken for options.
enableServiceLinks: false
restartPolicy: Never
# For the time in which a stopped run deregisters its instances.
terminationGracePeriodSeconds: 120
securityContext:
  runAsNonRoot: true
  {{- with $v.fsGroup }}
  fsGroup: {{ int64 . }}
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
  seccompProfile:
    type: RuntimeDefault
  {{- if .loads }}
  sysctls:
    - name: net.ipv4.ip_local_port_range
      value: 10240 65535
  {{- end }}
{{- with $v.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ quote . }}
  {{- end }}
{{- end }}
{{- if .loads }}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "nacos-capacity.selector" . | nindent 8 }}
{{- end }}
{{- with $v.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $v.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: work
    persistentVolumeClaim:
      claimName: {{ $v.results.existingClaim | default (include "nacos-capacity.name" .root) | quote }}
  - name: tmp
    emptyDir: {}
{{- end -}}

{{- define "nacos-capacity.container" -}}
image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}

{{- define "nacos-capacity.resources" -}}
resources:
  requests: &size
    cpu: {{ .Values.resources.cpu | quote }}
    memory: {{ .Values.resources.memory | quote }}
  limits: *size
{{- end -}}

{{- define "nacos-capacity.mounts" -}}
- name: work
  mountPath: /work
- name: tmp
  mountPath: /tmp
{{- end -}}

{{- define "nacos-capacity.secret" -}}
- name: {{ .variable }}
  valueFrom:
    secretKeyRef:
      name: {{ .secret | quote }}
      key: {{ .key }}
      {{- if .optional }}
      optional: true
      {{- end }}
{{- end -}}

{{/* What pods that load are told by variables: the password, and what else the registry asks for, by a Secret alone. */}}
{{- define "nacos-capacity.env" -}}
- name: JOB_NAME
  valueFrom:
    fieldRef:
      fieldPath: metadata.labels['batch.kubernetes.io/job-name']
{{- with .root.Values.jvmOptions }}
- name: JAVA_OPTS
  value: {{ . | quote }}
{{- end }}
{{- with .root.Values.auth.secretName }}
{{ include "nacos-capacity.secret" (dict "variable" $.user "secret" . "key" "username") }}
{{ include "nacos-capacity.secret" (dict "variable" "NACOS_PASSWORD" "secret" . "key" "password") }}
{{ include "nacos-capacity.secret" (dict "variable" "NACOS_AUTH_IDENTITY_KEY" "secret" . "key" "identityKey" "optional" true) }}
{{ include "nacos-capacity.secret" (dict "variable" "NACOS_AUTH_IDENTITY_VALUE" "secret" . "key" "identityValue" "optional" true) }}
{{- end }}
{{- end -}}
