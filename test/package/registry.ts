import { execFileSync } from 'node:child_process'

/** What npm says where no registry answers, or where it has no such package. */
export const NOT_TO_BE_HAD =
  /\bE(?:AI_AGAIN|NOTFOUND|CONN\w+|TIMEDOUT|HOSTUNREACH|NETUNREACH|SOCKETTIMEOUT|NOTCACHED|404|TARGET)\b/

const configured = (name: string): string => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()

/** Settings of npm by which packages that the run's own `npm ci` has fetched are not fetched again. */
export const cached = {
  npm_config_cache: configured('cache'),
  npm_config_userconfig: configured('userconfig'),
  npm_config_prefer_offline: 'true',
}
