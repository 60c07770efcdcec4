import { Button } from 'antd';
import { CopyButton } from '@/lib/CopyButton';
import { type Operation, permissionText, type Schema, schemaRows, typeOf } from './openapi';
import { TryIt } from './TryIt';
import styles from './apidoc.module.css';

/** Checks whether a request can be tried: only reading requests can, and a download would be read as text. */
const isTryable = ({ method, path }: Operation): boolean =>
  method === 'GET' && !/\/(export|importTemplate|apk)$|\/api\/file\//.test(path);

/** One operation: address, permission, parameters, answers. */
export function OperationDetail({ operation, onBack }: { operation: Operation; onBack: () => void }) {
  const { method, path, summary, parameters, requestBody, responses } = operation;
  return (
    <>
      <Button className={styles.back} onClick={onBack}>
        返回列表
      </Button>
      <h2>{summary}</h2>
      <p className={styles.address}>
        <span className={`${styles.method} ${styles[method] ?? ''}`}>{method}</span> {path} <CopyButton text={path} />
      </p>
      <p>
        权限：<code className="mono">{permissionText(operation['x-permission'])}</code>
      </p>
      {parameters.length > 0 && (
        <>
          <h3>参数</h3>
          <table className={styles.table}>
            <thead>
              <tr>
                <th>名称</th>
                <th>位置</th>
                <th>必填</th>
                <th>说明</th>
              </tr>
            </thead>
            <tbody>
              {parameters.map((parameter) => (
                <tr key={parameter.name}>
                  <td className="mono">{parameter.name}</td>
                  <td>{parameter.in === 'path' ? '路径' : '查询'}</td>
                  <td>{parameter.required ? <span className={styles.must}>必填</span> : '否'}</td>
                  <td>{parameter.description ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {Object.entries(requestBody?.content ?? {}).map(([type, { schema }]) => (
        <RequestBody key={type} type={type} schema={schema} />
      ))}
      <h3>响应</h3>
      <table className={styles.table}>
        <thead>
          <tr>
            <th>状态</th>
            <th>说明</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(responses).map(([status, { description }]) => (
            <tr key={status}>
              <td className="mono">{status === 'default' ? '其他' : status}</td>
              <td>{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {isTryable(operation) && (
        <>
          <h3>试一试</h3>
          <p className={styles.quiet}>以当前登录人的身份查询；只提供读取类接口，不会改动数据。</p>
          <TryIt key={operation.key} operation={operation} />
        </>
      )}
    </>
  );
}

function RequestBody({ type, schema }: { type: string; schema: Schema }) {
  const rows = schemaRows(schema);
  return (
    <>
      <h3>
        请求内容 <span className={styles.quiet}>{type}</span>
      </h3>
      {rows.length === 0 ? (
        <p className="mono">{typeOf(schema)}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th>字段</th>
              <th>类型</th>
              <th>必填</th>
              <th>说明</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ name, depth, type: kind, required, note }, index) => (
              <tr key={index}>
                <td className="mono" style={{ paddingInlineStart: 10 + depth * 16 }}>
                  {name}
                </td>
                <td className="mono">{kind}</td>
                <td>{required ? <span className={styles.must}>必填</span> : '否'}</td>
                <td>{note}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
