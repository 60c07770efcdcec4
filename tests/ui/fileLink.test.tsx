import { screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { uploadFile } from '@/api/files';
import { FileLink } from '@/fields/preview/FileLink';
import { uploadRules } from '@contract/fields/uploadRules';
import { apiServer } from '../support/apiServer';
import { heardFeedback } from '../support/browserState';
import { button, click } from '../support/renderList';
import { renderPage } from '../support/renderPage';
import { docx, pdf, png, sendForm } from '../support/uploads';

const api = apiServer();
let token: string;

beforeAll(async () => {
  const { rows, login } = api.server;
  await rows.user({ userName: 'clerk', organizationId: await rows.organization() });
  token = await login('clerk');
});

const saved: string[] = [];
beforeEach(() => {
  saved.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(new URL(this.href).pathname);
  });
});

async function look(name: string, content: Uint8Array, fileClass = 'document'): Promise<string> {
  const { body } = await sendForm<{ body: { id: string } }>(api.server, 'api/file/upload', {
    token,
    name,
    content,
    fields: { fileClass },
  });
  await renderPage(<FileLink id={body.body.id} label="查看" />, { token });
  click(button('查看'));
  return body.body.id;
}

it('a file link shows an image within the page', async () => {
  await look('车间平面图.png', png(), 'image');
  expect(await screen.findByAltText('车间平面图.png')).toHaveProperty('src', expect.stringMatching(/^blob:/));
  expect(saved).toEqual([]);
});

it('a file link shows a PDF in the browser’s viewer, or a message in a browser without one', async () => {
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { pdfViewerEnabled: true }));
  await look('校准证书.PDF', pdf());
  expect(await screen.findByTitle('校准证书.PDF', {}, { timeout: 5000 })).toHaveProperty('tagName', 'IFRAME');
  vi.unstubAllGlobals();
});

it('a file link offers to download a PDF if the browser has no viewer', async () => {
  await look('校准证书.pdf', pdf());
  await screen.findByText('本浏览器不能在页面中显示PDF，请下载后查看');
});

it('an upload refuses a file over the size limit before sending a byte, and names the limit', async () => {
  const { notices } = heardFeedback();
  const file = new File([], '视频.pdf');
  Object.defineProperty(file, 'size', { value: uploadRules.document.limit + 1 });
  await expect(uploadFile(file, 'document')).rejects.toMatchObject({ status: 413, announced: true });
  expect(notices.map(([kind, text]) => [kind, text])).toEqual([['error', '上传内容超过大小限制（最大50 MB）']]);
});

it('a file link downloads a file that the browser cannot show', async () => {
  const id = await look('检测报告模板.docx', docx());
  await waitFor(() => expect(saved).toEqual([`/api/file/link/${id}`]));
  expect(document.querySelector('[role=dialog]')).toBeNull();
});
