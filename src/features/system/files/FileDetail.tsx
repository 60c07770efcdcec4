import { useQuery } from '@tanstack/react-query';
import { Descriptions, Image, Skeleton } from 'antd';
import { client } from '@/api/client';
import { emptyCellText } from '@/fields';
import { useFileUrl } from '@/session/fileUrl';
import type { AnyRow } from '@contract/entity';
import { type FileUse, storedFile } from '@contract/features/system/entities/storedFile';
import { bytesText } from '@contract/fields/bytesText';

const isPicture = (mime: unknown): boolean => /^image\//.test(String(mime));

/** One file: preview, data, and every place that uses it. */
export function FileDetail({ row }: { row: AnyRow }) {
  const id = String(row.id);
  const url = useFileUrl(isPicture(row.mime) ? id : undefined);
  const { data: fileUses, isError } = useQuery({
    queryKey: ['fileUses', id],
    queryFn: async ({ signal }) =>
      (await client.get<{ content: FileUse[] }>(`${storedFile.path}/${id}/uses`, { signal })).data.content,
    retry: false,
  });
  return (
    <>
      {isPicture(row.mime) && (
        <div style={{ marginBottom: 16, textAlign: 'center' }}>
          {url ? (
            <Image
              src={url}
              alt={String(row.name)}
              style={{ maxHeight: 280, maxWidth: '100%', objectFit: 'contain' }}
            />
          ) : (
            <Skeleton.Image active />
          )}
        </div>
      )}
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { width: 112 }, content: { overflowWrap: 'anywhere' } }}
        items={[
          { key: 'name', label: '文件名', children: String(row.name) },
          {
            key: 'uses',
            label: '使用处',
            children: isError ? (
              '加载失败，请关闭后重试'
            ) : !fileUses ? (
              '正在查找…'
            ) : fileUses.length === 0 ? (
              '未被任何数据引用'
            ) : (
              <ul style={{ margin: 0, paddingInlineStart: 18 }}>
                {fileUses.map(({ entity, field, title }, index) => (
                  <li key={index}>
                    {entity}
                    {title && `“${title}”`}
                    {field && `（${field}）`}
                  </li>
                ))}
              </ul>
            ),
          },
          { key: 'mime', label: '类型', children: String(row.mime) },
          {
            key: 'size',
            label: '大小',
            children: `${bytesText(Number(row.size))}（${Number(row.size).toLocaleString('zh-CN')}字节）`,
          },
          { key: 'by', label: '上传人', children: String(row.createByName ?? emptyCellText) },
          { key: 'time', label: '上传时间', children: row.createTime },
          { key: 'open', label: '公开', children: row.open === true ? '是：无需登录即可查看' : '否：仅本机构人员' },
          { key: 'hash', label: 'SHA-256', children: <code className="mono">{String(row.sha256)}</code> },
        ]}
      />
    </>
  );
}
