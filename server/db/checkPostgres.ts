import { operatorTexts } from '@contract/features/system/operatorTexts';

/** Facts about a PostgreSQL server and database that the product checks. */
interface ServerFacts {
  /** Version number, e.g. 150004. */
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
  readonly readOnly: boolean;
}

const oldestVersion = 15;

type QueryFunction = <R extends object>(sql: string) => Promise<R[]>;

const factsOf = async (query: QueryFunction): Promise<ServerFacts | undefined> =>
  (
    await query<ServerFacts>(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        pg_is_in_recovery() as standby, current_setting('default_transaction_read_only')::boolean as "readOnly"`,
    )
  )[0];

/**
 * Returns the reason why the product can't work on a PostgreSQL database.
 *
 * @returns a Chinese sentence that says what to do; undefined where it can work
 */
export async function postgresProblem(query: QueryFunction): Promise<string | undefined> {
  const settings = await factsOf(query);
  const { version = 0, encoding = '', standby = false, readOnly = false } = settings ?? {};
  if (version < oldestVersion * 10_000)
    return `数据库版本过低：PostgreSQL ${Math.floor(version / 10_000)}，需要 ${oldestVersion} 或以上版本，请升级数据库。`;
  if (encoding !== 'UTF8')
    return `数据库的编码是 ${encoding}，中文不能正确保存。请新建 UTF8 编码的数据库，如 create database occhealth template template0 encoding 'UTF8'，再让 DATABASE_URL 指向它。`;
  if (standby) return 'DATABASE_URL 指向的是只读的备库，请指向主库。';
  if (readOnly)
    return '数据库设置为只读（default_transaction_read_only），请由数据库管理员改为可写，或让 DATABASE_URL 指向可写的数据库。';
  return undefined;
}

const remedyOfState: Readonly<Record<string, string>> = {
  '28P01': '用户名或密码不对，请核对 DATABASE_URL',
  '28000': '数据库不允许该账号从本机登录，请由数据库管理员检查 pg_hba.conf 和账号',
  '3D000': '没有这个数据库，请由数据库管理员建立，或改正地址末尾的数据库名',
  '57P03': '数据库正在启动或恢复，请稍后重试',
  ENOTFOUND: '找不到该主机，请核对主机名',
  EAI_AGAIN: '找不到该主机，请核对主机名和本机的域名解析',
  ECONNREFUSED: '该地址和端口上没有数据库，请核对地址，并检查数据库是否已启动',
  ETIMEDOUT: '网络不通，请检查地址和防火墙',
  EHOSTUNREACH: '网络不通，请检查地址和防火墙',
};

/** Codes of OpenSSL and Node for a certificate that nobody known has issued. */
const untrustedCertificate = /SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER)/;

/** SQLSTATE of PostgreSQL for a database or role without free connections. */
const noConnection = '53300';

/**
 * Returns why a PostgreSQL database can't be opened, and what to do.
 * @param code SQLSTATE, code of the network, or another short reason
 * @returns one Chinese sentence
 */
export function connectFailure(code: string): string {
  if (code === noConnection)
    return '数据库的连接已用完（53300），请关闭不用的连接，或由数据库管理员调大 max_connections、账号的 connection limit。';
  const remedy = untrustedCertificate.test(code)
    ? '数据库的证书不受信任，请把签发它的根证书写入 NODE_EXTRA_CA_CERTS'
    : (remedyOfState[code] ?? '请检查地址、用户名、密码及数据库是否已启动');
  return operatorTexts.noDatabase(code, remedy);
}
