import { archiveFolders, archiveTexts, folderName, type ArchiveFolder } from '@contract/features/archive/archiveTexts';
import type { ArchiveManifest, CheckedDocument, ManifestFile } from '@contract/features/archive/archiveWire';
import { documentStatuses } from '@contract/features/archive/archiveWire';
import { signatureStates } from '@contract/workflow/signatureTexts';
import { extensionOf, shownName } from '@server/files/fileName';

/** Maximum length of a file name within the folders that every desktop system accepts. */
const maxNameLength = 120;

const shortenName = (name: string): string => {
  const extension = extensionOf(name);
  return name.length <= maxNameLength
    ? name
    : extension
      ? `${name.slice(0, maxNameLength - extension.length - 1)}.${extension}`
      : name.slice(0, maxNameLength);
};

/** Returns the path of each document in the ZIP: its folder and a number in it, so that all names are different. */
export function placesOf(documents: readonly CheckedDocument[]): ReadonlyMap<string, string> {
  const counts = new Map<ArchiveFolder, number>();
  return new Map(
    documents
      .filter(({ status }) => status === 'present')
      .map(({ key, folder, title, no, about, file }): [string, string] => {
        const index = (counts.get(folder) ?? 0) + 1;
        counts.set(folder, index);
        const extension = file ? extensionOf(file.name) : 'pdf';
        const name =
          file && extension && extensionOf(title) === extension
            ? title
            : [[title, no, file || (no && folder !== 'sampling') ? null : about].filter(Boolean).join(' '), extension]
                .filter(Boolean)
                .join('.');
        return [
          key,
          `${folderName(folder)}/${String(index).padStart(2, '0')} ${shortenName(shownName(name.replaceAll('/', '、')))}`,
        ];
      }),
  );
}

/** Returns a document's line in the manifest. */
export function lineOf(
  { key, title, no, file, signatures }: CheckedDocument,
  path: string,
  bytes: number,
  sha256: string,
): ManifestFile {
  return {
    path,
    bytes,
    sha256,
    key,
    title,
    no,
    ...(file ? { uploaded: { sha256: file.sha256, same: file.sha256 === sha256 } } : {}),
    signatures: signatures.map(({ meaning, name, at, hash, state }) => ({
      meaning,
      name,
      at,
      hash,
      verdict: signatureStates[state].label,
    })),
  };
}

/** Returns the documents that an archive lacks, with their status and reason. */
export const absentOf = (documents: readonly CheckedDocument[]): ArchiveManifest['absent'] =>
  documents
    .filter(({ status }) => status !== 'present')
    .map(({ folder, title, no, status, why }) => ({
      folder: archiveFolders[folder],
      title: [title, no].filter(Boolean).join(' '),
      status: documentStatuses[status].label,
      why,
    }));

/** Returns 清单.txt, the manifest for people. */
export function readableList({
  agency,
  project,
  archivedOn,
  archivedBy,
  retainUntil,
  files,
  absent,
}: ArchiveManifest): string {
  const lines = [
    `${agency}　项目档案清单`,
    `项目编号：${project.code}`,
    `项目名称：${project.projectName}`,
    `受检单位：${project.unitName}`,
    `当前阶段：${project.stage}`,
    `归档日期：${archivedOn ?? '尚未归档'}${archivedBy ? `　归档人：${archivedBy}` : ''}`,
    `保存至：${retainUntil ?? '归档后确定'}`,
    `文件：${files.length}个`,
    `核对方法：在本文件夹中运行 sha256sum -c ${archiveTexts.sumsName}，每个文件应显示“OK”或“成功”。`,
    '',
    ...files.flatMap(({ path, bytes, sha256, uploaded, signatures }) => [
      path,
      `    ${bytes}字节　SHA-256 ${sha256}${uploaded && !uploaded.same ? `　与上传时（${uploaded.sha256}）不一致` : ''}`,
      ...signatures.map(
        ({ meaning, name, at, verdict, hash }) => `    ${verdict}　${meaning}　${name}　${at}　${hash}`,
      ),
    ]),
    '',
    ...(absent.length > 0
      ? [
          '未装入的文件：',
          ...absent.map(
            ({ folder, title, status, why }) => `    ${folder}　${title}　${status}${why ? `（${why}）` : ''}`,
          ),
        ]
      : []),
  ];
  // A byte order mark and CRLF, so that every desktop system opens the file correctly.
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

/** Returns the input of `sha256sum -c`. */
export const sumsOf = (files: readonly Pick<ManifestFile, 'path' | 'sha256'>[]): string =>
  files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('');
