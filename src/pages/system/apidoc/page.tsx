import { useQuery } from '@tanstack/react-query';
import { Input, Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { client } from '@/api/client';
import {
  groupByTag,
  matchingOperations,
  type OpenApi,
  type Operation,
  operationsOf,
} from '@/features/system/apidoc/openapi';
import { OperationDetail } from '@/features/system/apidoc/OperationDetail';
import { Notice, NoticeButton } from '@/lib/notice/Notice';
import { useSession } from '@/session/sessionStore';
import { diagnosticsOffCode } from '@contract/constants';
import styles from '@/features/system/apidoc/apidoc.module.css';

/** /system/apidoc: API description of the running server, for platform administrators (QUALITY AZ11). */
export default function ApiDocPage() {
  const admin = useSession((session) => session.user?.isAdmin === true);
  if (!admin)
    return <Notice title="仅平台管理员可用" text="接口文档包含全部接口的地址和参数，请联系平台管理员查看。" />;
  return <ApiDoc />;
}

function ApiDoc() {
  const [typedText, setTypedText] = useState('');
  const [chosenKey, setChosenKey] = useState<string | null>(null);
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['openapi'],
    queryFn: async ({ signal }) => (await client.get<OpenApi>('api/openapi', { signal, quiet: true })).data,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
  const operations = useMemo(() => (data ? operationsOf(data) : []), [data]);
  const foundOperations = useMemo(() => matchingOperations(operations, typedText), [operations, typedText]);
  const groups = useMemo(() => groupByTag(foundOperations), [foundOperations]);
  const shownOperation = operations.find(({ key }) => key === chosenKey) ?? null;

  if (isPending) return <Skeleton active paragraph={{ rows: 12 }} />;
  if (!data) {
    const { code, message } = failureOf(error);
    if (code === diagnosticsOffCode) return <Notice title="接口文档未开放" text={message} />;
    return (
      <Notice title="加载失败" text={message}>
        <NoticeButton first onClick={() => void refetch()}>
          重试
        </NoticeButton>
      </Notice>
    );
  }
  return (
    <div className={`${styles.page} ${shownOperation ? styles.chosen : ''}`}>
      <nav className={styles.list} aria-label="接口">
        <Input
          allowClear
          placeholder="按地址、用途、权限查找"
          aria-label="查找接口"
          value={typedText}
          onChange={(event) => setTypedText(event.target.value)}
        />
        <span className={styles.quiet}>
          {data.info.title} {data.info.version}：
          {foundOperations.length === operations.length
            ? `共${operations.length}个接口`
            : `找到${foundOperations.length}个，共${operations.length}个`}
        </span>
        <div className={styles.groups}>
          {groups.map(([tag, operations]) => (
            <OperationGroup
              key={`${tag} ${typedText.trim() !== ''}`}
              tag={tag}
              list={operations}
              open={typedText.trim() !== '' || groups.length === 1}
              chosen={chosenKey}
              onChoose={setChosenKey}
            />
          ))}
          {groups.length === 0 && (
            <p className={styles.quiet} style={{ padding: '24px 12px', textAlign: 'center' }}>
              没有符合条件的接口
            </p>
          )}
        </div>
      </nav>
      <article className={styles.detail} aria-label="接口详情">
        {shownOperation ? (
          <OperationDetail operation={shownOperation} onBack={() => setChosenKey(null)} />
        ) : (
          <Notice
            title="接口文档"
            text="由运行中的服务自动生成：左侧选择一个接口，查看参数、请求内容、权限和可能的错误；读取类接口可以直接试用。"
          />
        )}
      </article>
    </div>
  );
}

function OperationGroup({
  tag,
  list,
  open,
  chosen: chosenKey,
  onChoose,
}: {
  tag: string;
  list: readonly Operation[];
  open: boolean;
  chosen: string | null;
  onChoose: (key: string) => void;
}) {
  return (
    <details open={open || list.some(({ key }) => key === chosenKey)}>
      <summary>
        <span>{tag}</span>
        <span className={styles.count}>{list.length}</span>
      </summary>
      <ul>
        {list.map(({ key, method, path, summary }) => (
          <li key={key}>
            <button
              type="button"
              className={styles.entry}
              aria-current={key === chosenKey}
              onClick={() => onChoose(key)}
            >
              <span className={`${styles.method} ${styles[method] ?? ''}`}>{method}</span>
              <span>
                <b>{summary}</b>
                <code>{path}</code>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
