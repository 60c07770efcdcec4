import { Empty } from 'antd';

/** Shows a PDF in the browser's viewer, which does not work in a sandbox. Mobile browsers may have none. */
export function PdfFrame({ title, url }: { readonly title: string; readonly url: string }) {
  if (!navigator.pdfViewerEnabled) return <Empty description="本浏览器不能在页面中显示PDF，请下载后查看" />;
  // oxlint-disable-next-line react/iframe-missing-sandbox
  return <iframe title={title} src={url} />;
}
