{{- define "purser.name" -}}
{{- if contains .Chart.Name .Release.Name }}{{ .Release.Name | trunc 50 | trimSuffix "-" }}{{ else }}{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 50 | trimSuffix "-" }}{{ end }}
{{- end }}

{{- define "purser.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "purser.labels" -}}
{{ include "purser.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "purser.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ with .Values.image.digest }}@{{ . }}{{ end }}
{{- end }}

{{- /* What holds for every pod: of nobody in particular, without a token for the cluster. */ -}}
{{- define "purser.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  # Mounted secrets are read by this group.
  fsGroup: 10001
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{ toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.initContainers }}
initContainers: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- define "purser.container" -}}
image: {{ include "purser.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: { drop: [ALL] }
{{- with .Values.envFrom }}
envFrom: {{ toYaml . | nindent 2 }}
{{- end }}
{{- end }}

{{- /* What the values bring beside the chart's own. */ -}}
{{- define "purser.extra.env" -}}
{{- with .Values.extraEnv }}{{ toYaml . }}{{ end }}
{{- end }}

{{- define "purser.extra.mounts" -}}
{{- with .Values.extraVolumeMounts }}{{ toYaml . }}{{ end }}
{{- end }}

{{- define "purser.extra.volumes" -}}
{{- with .Values.extraVolumes }}{{ toYaml . }}{{ end }}
{{- end }}

{{- define "purser.authority.mount" -}}
{{- if .Values.secrets.databaseAuthority }}
- { name: database-authority, mountPath: /etc/purser/database-ca, readOnly: true }
{{- end }}
{{- end }}

{{- define "purser.authority.volume" -}}
{{- with .Values.secrets.databaseAuthority }}
- name: database-authority
  configMap: { name: {{ . }} }
{{- end }}
{{- end }}

{{- /* Where the secrets of nodes and migration are. */ -}}
{{- define "purser.secrets.env" -}}
- { name: DATABASE_URL_FILE, value: /run/secrets/purser/database-url }
{{- if .Values.masterKeyCommand }}
- { name: PURSER_MASTER_KEY_COMMAND, value: {{ .Values.masterKeyCommand | quote }} }
{{- else }}
- { name: PURSER_MASTER_KEY_FILE, value: /run/secrets/purser/master-key }
{{- end }}
{{- end }}

{{- define "purser.secrets.items" -}}
- { key: database-url, path: database-url }
{{- if not .Values.masterKeyCommand }}
- { key: master-key, path: master-key }
{{- end }}
{{- end }}

{{- define "purser.settings" -}}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
