import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import FileExcelOutlined from '@ant-design/icons/FileExcelOutlined';
import FilePdfOutlined from '@ant-design/icons/FilePdfOutlined';
import FileTextOutlined from '@ant-design/icons/FileTextOutlined';
import FileWordOutlined from '@ant-design/icons/FileWordOutlined';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { endingOf, isPicture } from '@/fields/preview/fileEnding';
import { useFileUrl } from '@/session/fileUrl';
import type { ProjectFile } from './ProjectFiles';
import styles from './files.module.css';

interface ProjectFileItemProps {
  readonly file: ProjectFile;
  readonly mayEdit: boolean;
  readonly mayRemove: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onShow: () => void;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRename: (title: string) => void;
  readonly onRemove: () => void;
}

/** Buttons that move and remove a file. */
function FileTools({
  file,
  mayEdit,
  mayRemove,
  isFirst,
  isLast,
  onMove,
  onRemove,
}: Omit<ProjectFileItemProps, 'onShow' | 'onRename'>) {
  return (
    <div className={styles.fileTools}>
      {mayEdit && (
        <Button
          type="text"
          size="small"
          icon={<ArrowUpOutlined />}
          disabled={isFirst}
          aria-label={`上移 ${file.title}`}
          onClick={() => onMove(-1)}
        />
      )}
      {mayEdit && (
        <Button
          type="text"
          size="small"
          icon={<ArrowDownOutlined />}
          disabled={isLast}
          aria-label={`下移 ${file.title}`}
          onClick={() => onMove(1)}
        />
      )}
      {mayRemove && (
        <Button
          type="text"
          size="small"
          danger
          icon={<DeleteOutlined />}
          aria-label={`删除 ${file.title}`}
          onClick={onRemove}
        />
      )}
    </div>
  );
}

/** One file with its picture, name and position. */
export function ProjectFileItem({
  file,
  mayEdit,
  mayRemove,
  isFirst,
  isLast,
  onShow,
  onMove,
  onRename,
  onRemove,
}: ProjectFileItemProps) {
  const picture = useFileUrl(isPicture(file.title) ? file.content : null);
  const extension = endingOf(file.title);
  const baseName = extension ? file.title.slice(0, -extension.length - 1) : file.title;
  const [name, setName] = useState(baseName);
  const commitName = () => {
    const text = name.trim();
    if (!text) setName(baseName);
    else if (text !== baseName) onRename(`${text}${extension ? `.${extension}` : ''}`);
  };
  return (
    <li className={styles.file}>
      <button type="button" className={styles.thumb} aria-label={`预览 ${file.title}`} onClick={onShow}>
        {picture ? <img src={picture} alt="" /> : <FileTypeIcon extension={extension} />}
      </button>
      <div className={styles.fileName}>
        {mayEdit ? (
          <Input
            aria-label={`名称：${file.title}`}
            value={name}
            maxLength={190}
            suffix={extension ? `.${extension}` : ''}
            onChange={(event) => setName(event.target.value)}
            onBlur={commitName}
            onPressEnter={(event) => event.currentTarget.blur()}
          />
        ) : (
          <span title={file.title}>{file.title}</span>
        )}
        <small>
          {file.createByName}　{file.createTime.slice(0, 16)}
        </small>
      </div>
      <FileTools {...{ file, mayEdit, mayRemove, isFirst, isLast, onMove, onRemove }} />
    </li>
  );
}

function FileTypeIcon({ extension }: { readonly extension: string }) {
  if (extension === 'pdf') return <FilePdfOutlined />;
  if (/^docx?$/.test(extension)) return <FileWordOutlined />;
  if (/^xlsx?$/.test(extension)) return <FileExcelOutlined />;
  return <FileTextOutlined />;
}
