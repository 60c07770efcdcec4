import UploadOutlined from '@ant-design/icons/UploadOutlined';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Upload } from 'antd';
import { useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { FilePreview, type PreviewedFile } from '@/fields/preview/FilePreview';
import { PageModal } from '@/session/overlays';
import { useCan } from '@/session/useCan';
import type { CurvePdf, PdfTable } from '@contract/features/laboratory/curves/curvePdf';
import { curvePdfTexts } from '@contract/features/laboratory/curves/curveTexts';
import { limitText, uploadRules } from '@contract/fields/uploadRules';
import { attachPdf, fetchPdfs, readPdfAgain } from './curveCalls';
import styles from './curve.module.css';

interface PdfImportProps {
  readonly sheet: number;
  readonly curve: number;
  /** True if points can be edited. */
  readonly writable: boolean;
  /** True if the record accepts attachments. */
  readonly attachable: boolean;
  readonly onTake: (table: PdfTable) => void;
}

/** Levels as they were read from the file. */
function FoundLevels({ table }: { readonly table: PdfTable }) {
  const replicates = Math.max(1, ...(table?.levels.map(({ responses }) => responses.length) ?? []));
  return (
    <table className={styles.pdfTable}>
      <thead>
        <tr>
          <th scope="col">浓度点</th>
          <th scope="col">浓度/含量</th>
          {Array.from({ length: replicates }, (_, index) => (
            <th key={index} scope="col">
              响应值{replicates > 1 ? index + 1 : ''}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.levels.map(({ level, x, responses }, index) => (
          <tr key={`${index} ${x}`}>
            <td>{level || index + 1}</td>
            <td>{x}</td>
            {Array.from({ length: replicates }, (_, column) => (
              <td key={column}>{responses[column] ?? ''}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Lines of the file that were not recognised. */
function UnrecognisedLines({ table }: { readonly table: PdfTable }) {
  return (
    <Alert
      type="warning"
      style={{ marginTop: 12 }}
      title="以下内容没有识别，请核对原文件"
      description={table.unparsedLines.map((line) => (
        <div key={line}>{line}</div>
      ))}
    />
  );
}

/**
 * Stores an instrument's PDF with its curve and shows the recognised levels. A person transfers them into the table.
 */
export function PdfImport({ sheet, curve, writable, attachable, onTake }: PdfImportProps) {
  const [busy, setBusy] = useState(false);
  const [curvePdf, setCurvePdf] = useState<CurvePdf | null>(null);
  const [previewedFile, setPreviewedFile] = useState<PreviewedFile | null>(null);
  const mayAdd = useCan(['labAttachment:add']);
  const queryClient = useQueryClient();
  const key = ['list', 'api/labAttachment', 'curvePdf', curve];
  const pdfsQuery = useQuery({ queryKey: key, queryFn: ({ signal }) => fetchPdfs(curve, signal), retry: false });

  const show = async (request: () => Promise<CurvePdf | undefined>) => {
    setBusy(true);
    await succeeded(request().then((pdf) => setCurvePdf(pdf ?? null)));
    await queryClient.invalidateQueries({ queryKey: key });
    setBusy(false);
  };
  const { table = null } = curvePdf ?? {};
  return (
    <div className={styles.pdfs}>
      {mayAdd && attachable && (
        <Upload
          accept=".pdf"
          showUploadList={false}
          disabled={busy}
          customRequest={({ file }) => void show(() => attachPdf(sheet, curve, file as File))}
        >
          <Button icon={<UploadOutlined />} loading={busy}>
            导入曲线PDF
          </Button>
        </Upload>
      )}
      {mayAdd && attachable && !pdfsQuery.data?.length && (
        <span className={styles.quiet}>{curvePdfTexts.limits(limitText(uploadRules.document.limit))}</span>
      )}
      {(pdfsQuery.data ?? []).map((pdf) => (
        <span key={pdf.id}>
          <Button
            type="link"
            size="small"
            onClick={() => setPreviewedFile({ title: pdf.fileName ?? '', content: String(pdf.file) })}
          >
            {pdf.fileName}
          </Button>
          <Button type="link" size="small" disabled={busy} onClick={() => void show(() => readPdfAgain(pdf.id))}>
            识别
          </Button>
        </span>
      ))}
      <PageModal
        open={curvePdf !== null}
        width={640}
        title={curvePdfTexts.of(curvePdf?.fileName ?? '')}
        okText="采用这些浓度点"
        okButtonProps={{ disabled: !table || !writable }}
        cancelText={table ? '不采用' : '关闭'}
        onCancel={() => setCurvePdf(null)}
        onOk={() => {
          if (table) onTake(table);
          setCurvePdf(null);
        }}
      >
        <Alert type={table ? 'info' : 'warning'} showIcon title={curvePdf?.message} style={{ marginBottom: 12 }} />
        {table && <FoundLevels table={table} />}
        {table && table.unparsedLines.length > 0 && <UnrecognisedLines table={table} />}
      </PageModal>
      <FilePreview file={previewedFile} onClose={() => setPreviewedFile(null)} />
    </div>
  );
}
