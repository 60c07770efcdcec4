import type { StoreKeys } from '@server/base/env';
import { StartRefusal } from '@server/base/startRefusal';

/** Address and keys of a bucket. */
export interface S3Place {
  readonly bucket: string;
  /** URL of the bucket, ending in a slash: `https://host/bucket/` or `https://bucket.host/`. */
  readonly base: URL;
  /** Prefix of every name: empty, or ending in a slash. */
  readonly prefix: string;
  readonly region: string;
  readonly keys: StoreKeys;
}

const refuse = (reason: string) => new StartRefusal(`环境变量 FILE_STORE 不正确：${reason}。`);

const knownParameters = ['endpoint', 'region', 'style'];

function endpointOf(text: string): URL {
  const endpoint = URL.canParse(text) ? new URL(text) : undefined;
  if (
    !endpoint ||
    !/^https?:$/.test(endpoint.protocol) ||
    endpoint.username ||
    endpoint.password ||
    endpoint.pathname !== '/' ||
    endpoint.search ||
    endpoint.hash
  ) {
    throw refuse('endpoint 应为 http:// 或 https:// 开头的服务地址，不带路径和密钥，如 https://oss.example.com');
  }
  return endpoint;
}

/**
 * Parses `s3://bucket[/prefix]?endpoint=…&region=…&style=path|virtual`.
 * @throws StartRefusal that names the fault, but never the address, which may contain a key by mistake
 */
export function s3PlaceOf(address: string, keys: StoreKeys | undefined): S3Place {
  const { hostname: bucket, username, password, port, pathname, searchParams } = new URL(address);
  if (username || password) throw refuse('地址中不能带密钥，请改用 FILE_STORE_ACCESS_KEY 和 FILE_STORE_SECRET_KEY');
  if (port || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    throw refuse('存储桶名称应为 3 到 63 个小写字母、数字、点或短横线');
  const unknownParameter = [...searchParams.keys()].find((name) => !knownParameters.includes(name));
  if (unknownParameter !== undefined) throw refuse(`问号后只能有 ${knownParameters.join('、')}`);
  const prefix = pathname.replace(/^\/+|\/+$/g, '');
  if (!/^([\w-][\w.-]*(\/[\w-][\w.-]*)*)?$/.test(prefix))
    throw refuse('存储桶后的前缀只能由字母、数字、点、下划线、短横线组成，以斜杠分隔');

  const endpointText = searchParams.get('endpoint');
  const region = searchParams.get('region') ?? (endpointText ? 'us-east-1' : '');
  if (!/^[a-z0-9-]+$/i.test(region))
    throw refuse('没有 endpoint 时必须用 region 指明区域，如 s3://存储桶?region=cn-north-1');
  const endpoint = endpointOf(
    endpointText ?? `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`,
  );
  // A certificate for *.host does not cover a bucket with a dot in its name.
  const style = searchParams.get('style') ?? (endpointText || bucket.includes('.') ? 'path' : 'virtual');
  if (style !== 'path' && style !== 'virtual') throw refuse('style 应为 path 或 virtual');
  if (!keys)
    throw new StartRefusal(
      '文件存放在 S3 时，请用环境变量 FILE_STORE_ACCESS_KEY 和 FILE_STORE_SECRET_KEY 提供访问密钥（两项都要）。',
    );

  const base = new URL(style === 'path' ? `/${bucket}/` : '/', endpoint);
  if (style === 'virtual') base.hostname = `${bucket}.${endpoint.hostname}`;
  return { bucket, base, prefix: prefix && `${prefix}/`, region, keys };
}
