/** Facts about a PostgreSQL server and database that the product checks. */
interface ServerFacts {
  /** Version number, e.g. 150004. */
  readonly version: number;
  readonly encoding: string;
  readonly standby: boolean;
  readonly readOnly: boolean;
}

const oldest = 15;

type Query = <R extends object>(sql: string) => Promise<R[]>;

const factsOf = async (query: Query): Promise<ServerFacts | undefined> =>
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
export async function postgresProblem(query: Query): Promise<string | undefined> {
  const settings = await factsOf(query);
  const { version = 0, encoding = '', standby = false, readOnly = false } = settings ?? {};
  if (version < oldest * 10_000)
    return `数据库版本过低：PostgreSQL ${Math.floor(version / 10_000)}，需要 ${oldest} 或以上版本，请升级数据库。`;
  if (encoding !== 'UTF8')
    return `数据库的编码是 ${encoding}，中文不能正确保存。请新建 UTF8 编码的数据库，如 create database occhealth template template0 encoding 'UTF8'，再让 DATABASE_URL 指向它。`;
  if (standby) return 'DATABASE_URL 指向的是只读的备库，请指向主库。';
  if (readOnly)
    return '数据库设置为只读（default_transaction_read_only），请由数据库管理员改为可写，或让 DATABASE_URL 指向可写的数据库。';
  return undefined;
}
