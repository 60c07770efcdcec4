import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { Alert, Button, Radio, Result, Space, Upload } from 'antd';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { downloadName } from '@/api/download';
import { downloadErrors, downloadTemplate } from '@/api/importing';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { PageModal } from '@/session/overlays';
import { usePageDirty } from '@/session/tabs/pageState';
import { limitText, workbookLimit } from '@contract/fields/uploadRules';
import { failures, messages } from '@contract/messages';
import {
  importedAs,
  type ImportDone,
  importFixed,
  type ImportMode,
  importRunTexts,
} from '@contract/workbook/importWire';
import { mappingTexts } from '@contract/workbook/mapping/columnMapping';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import type { ListEditorModel } from '../useListEditor';
import { ImportPreviewPanel } from './ImportPreviewPanel';
import { MappingPanel } from './MappingPanel';
import { RunList } from './RunList';
import { type ImportModel, useImport } from './useImport';
import styles from './importDialog.module.css';

interface PreviewButtonsProps {
  readonly model: ImportModel;
  readonly errorsFile: () => void;
  readonly commit: (onlyGood: boolean) => Promise<void>;
}

/** Buttons below the preview: choose again, correct, and import all rows or only the valid ones. */
function PreviewButtons({ model, errorsFile, commit }: PreviewButtonsProps) {
  const { preview, counts, busy, unchecked } = model;
  const correctCount = counts.add + counts.update + counts.same;
  const rowsToWrite = counts.add + counts.update;
  const fatal = preview?.headers.fatal ?? false;
  return (
    <Space wrap>
      <Button onClick={() => model.again()} disabled={busy}>
        重新选择文件
      </Button>
      {counts.error > 0 && <Button onClick={errorsFile}>下载错误行</Button>}
      {!busy && <Button onClick={() => model.adjust()}>{mappingTexts.adjust}</Button>}
      {unchecked && !busy && <Button onClick={() => void model.recheck()}>重新检查</Button>}
      {counts.error > 0 && correctCount > 0 && (
        <Button loading={busy} disabled={unchecked || rowsToWrite === 0} onClick={() => void commit(true)}>
          只导入正确的{correctCount}行
        </Button>
      )}
      <Button
        type="primary"
        loading={busy}
        disabled={fatal || counts.error > 0 || unchecked || !preview?.rows.length}
        onClick={() => void commit(false)}
      >
        导入{correctCount ? `（${correctCount}行）` : ''}
      </Button>
    </Space>
  );
}

/** Buttons below the mapping of columns. */
function MappingButtons({ model }: { readonly model: ImportModel }) {
  const { busy } = model;
  return (
    <Space>
      <Button onClick={() => model.again()} disabled={busy}>
        重新选择文件
      </Button>
      <Button type="primary" loading={busy} disabled={model.missing.length > 0} onClick={() => model.checkMapping()}>
        {mappingTexts.check}
      </Button>
    </Space>
  );
}

interface ImportResultProps {
  readonly importResult: ImportDone;
  readonly model: ImportModel;
  readonly errorsFile: () => void;
}

/** Shows the number of imported rows, a download of the rows with errors, and the other sheets of the file. */
function ImportResult({ importResult, model, errorsFile }: ImportResultProps) {
  const { counts, otherSheets } = model;
  return (
    <Result
      status="success"
      title={messages.imported}
      subTitle={`新增${importResult.added}条，更新${importResult.updated}条，无变化${importResult.same}条${counts.error ? `；${counts.error}行有误未导入` : ''}`}
      extra={
        <Space wrap>
          {counts.error > 0 && <Button onClick={errorsFile}>下载未导入的{counts.error}行</Button>}
          {otherSheets.map((sheet) => (
            <Button key={sheet} onClick={() => void model.changeSheet(sheet)}>
              {importRunTexts.otherSheet(sheet)}
            </Button>
          ))}
        </Space>
      }
    />
  );
}

/** Buttons of the dialog in its current step. */
function DialogFooter({ onClose, ...props }: PreviewButtonsProps & { readonly onClose: () => void }) {
  const { model } = props;
  if (model.stage === 'preview') return <PreviewButtons {...props} />;
  if (model.stage === 'mapping') return <MappingButtons model={model} />;
  if (model.stage !== 'done') return <Button onClick={onClose}>取消</Button>;
  return (
    <Space>
      <Button onClick={() => model.again()}>继续导入</Button>
      <Button type="primary" onClick={onClose}>
        完成
      </Button>
    </Space>
  );
}

/**
 * Import dialog: choose a workbook, check the preview, correct cells in place, import all rows or only the valid ones.
 */
export function ImportDialog({ editor, onClose }: { editor: ListEditorModel; onClose: () => void }) {
  const { page, url } = editor;
  const title = page.title ?? page.entity.label;
  const entity = importedAs(page.entity);
  const fixed = useMemo(() => importFixed(page.entity, page.fixedQuery), [page]);
  const model = useImport(url, fixed, entity);
  const { stage, preview, counts, busy } = model;
  const dirty = stage === 'preview' || stage === 'mapping';
  usePageDirty('import', dirty);
  const correctCount = counts.add + counts.update + counts.same;
  const isWide = stage === 'preview' || stage === 'mapping';

  // Refreshes the list behind the dialog as soon as rows are written, before the dialog closes.
  const refresh = useRef(editor.commands.refresh);
  refresh.current = editor.commands.refresh;
  useEffect(() => {
    if (stage === 'done') void refresh.current();
  }, [stage]);

  const close = async () => {
    if (
      dirty &&
      model.corrected.size > 0 &&
      !(await feedback.confirm(failures.leaveUnsaved, { okText: '离开', cancelText: '继续导入' }))
    )
      return;
    onClose();
  };
  const commit = async (onlyGood: boolean) => {
    if (
      onlyGood &&
      !(await feedback.confirm(`将导入正确的${correctCount}行，有误的${counts.error}行不导入。确定继续吗？`))
    )
      return;
    await model.commit(onlyGood);
  };
  const errorsFile = () =>
    void succeeded(
      downloadErrors(
        url,
        (preview?.rows ?? [])
          .filter((row) => row.state === 'error')
          .map(({ line, cells, errors }) => ({ line, cells, errors })),
        downloadName(`${title}导入错误`, 'xlsx'),
      ),
    );

  return (
    <PageModal
      open
      title={`导入${title}`}
      width={isWide ? 'min(1400px, 96vw)' : 640}
      style={isWide ? { top: 24 } : undefined}
      mask={{ closable: false }}
      closable={!busy}
      keyboard={!busy}
      onCancel={() => void close()}
      footer={<DialogFooter model={model} errorsFile={errorsFile} commit={commit} onClose={() => void close()} />}
      destroyOnHidden
    >
      {model.error && <Alert className={styles.alert} type="error" showIcon title={model.error} />}
      {stage === 'choose' && (
        <FileChoiceStep
          model={model}
          onTemplate={() => void succeeded(downloadTemplate(url, `${title}导入模板.xlsx`))}
          busy={busy}
          runs={<RunList url={url} onUndone={() => void refresh.current()} />}
        />
      )}
      {stage === 'mapping' && model.look && <MappingPanel model={model} sheetView={model.look} />}
      {stage === 'preview' && preview && <ImportPreviewPanel entity={entity} model={model} preview={preview} />}
      {stage === 'done' && model.done && (
        <ImportResult importResult={model.done} model={model} errorsFile={errorsFile} />
      )}
    </PageModal>
  );
}

const modeOptions = [
  { value: 'add' as ImportMode, label: '与已有数据不一致时报错' },
  { value: 'update' as ImportMode, label: '更新已有数据' },
];

function FileChoiceStep({
  model,
  onTemplate,
  busy,
  runs,
}: {
  model: ImportModel;
  onTemplate: () => void;
  busy: boolean;
  /** The last imports, shown on request. */
  runs: ReactNode;
}) {
  const [mode, setMode] = useState<ImportMode>('add');
  const [isExpanded, setExpanded] = useState(false);
  return (
    <div className={styles.choose}>
      <Upload.Dragger
        accept=".xls,.xlsx"
        multiple={false}
        showUploadList={false}
        disabled={busy}
        customRequest={({ file }) => {
          const chosenFile = file as File;
          // Checks name and size before the upload (SPEC §5). The server checks the content, too.
          if (!/\.xlsx?$/i.test(chosenFile.name)) model.refuse(messages.wrongWorkbook);
          else if (chosenFile.size > workbookLimit) model.refuse(sheetMessages.tooBig(workbookLimit / 1024 / 1024));
          else void model.check(chosenFile, { mode, blanks: 'keep' });
        }}
      >
        <p className="ant-upload-drag-icon">
          <InboxOutlined />
        </p>
        <p className="ant-upload-text">{busy ? '正在读取和检查…' : '点击或拖入 xls、xlsx 文件'}</p>
        <p className="ant-upload-hint">不超过{limitText(workbookLimit)}；先检查，不写入；确认无误后再导入</p>
      </Upload.Dragger>
      <div className={styles.options}>
        <Radio.Group
          value={mode}
          options={modeOptions}
          onChange={(event) => setMode(event.target.value as ImportMode)}
        />
        <Space>
          <Button type="link" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
            {importRunTexts.title}
          </Button>
          <Button type="link" onClick={onTemplate}>
            下载导入模板
          </Button>
        </Space>
      </div>
      {isExpanded && runs}
    </div>
  );
}
