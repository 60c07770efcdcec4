import { Button, Input } from 'antd';
import { useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import type { Operation } from './openapi';
import styles from './apidoc.module.css';

const maxShownLength = 200_000;
const formatJson = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return text.length > maxShownLength
    ? `${text.slice(0, maxShownLength)}\n…（其余${(text.length - maxShownLength).toLocaleString('zh-CN')}个字符未显示）`
    : text;
};

/** Sends a request as the signed-in person. Reading requests only, so that nothing changes. */
export function TryIt({ operation }: { operation: Operation }) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const [answer, setAnswer] = useState<{ head: string; text: string } | null>(null);
  const hasMissingParameter = operation.parameters.some(
    ({ in: place, name }) => place === 'path' && !values[name]?.trim(),
  );

  const send = async () => {
    setBusy(true);
    const path = operation.path
      .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]?.trim() ?? ''))
      .replace(/^\//, '');
    const params = Object.fromEntries(
      operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => [name, values[name]?.trim()]),
    );
    const started = performance.now();
    const took = () => `${Math.round(performance.now() - started)} ms`;
    try {
      const { status, data } = await client.get<unknown>(path, { params, quiet: true });
      setAnswer({ head: `${status}，${took()}`, text: formatJson(data ?? null) });
    } catch (error) {
      const { status, code, message, errors, requestId } = failureOf(error);
      setAnswer({ head: `${status ?? '无响应'}，${took()}`, text: formatJson({ code, message, errors, requestId }) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <form
        className={styles.try}
        onSubmit={(event) => {
          event.preventDefault();
          if (!hasMissingParameter) void send();
        }}
      >
        {operation.parameters.map(({ name, in: place, description }) => (
          <label key={name} title={description}>
            <span>
              {name}
              {place === 'path' && <span className={styles.must}> 必填</span>}
            </span>
            <Input
              size="small"
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          </label>
        ))}
        <Button htmlType="submit" type="primary" size="small" loading={busy} disabled={hasMissingParameter}>
          发送
        </Button>
      </form>
      {answer && (
        <div role="status">
          <p className={styles.quiet}>状态 {answer.head}</p>
          <Input.TextArea
            className={styles.answer}
            readOnly
            autoSize={{ minRows: 2, maxRows: 22 }}
            aria-label="响应"
            value={answer.text}
          />
        </div>
      )}
    </>
  );
}
