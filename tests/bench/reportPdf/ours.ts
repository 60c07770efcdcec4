import { reportDocument } from '@contract/features/reports/reportDocument';
// In a process of its own: a report of so many results from its content to the bytes of its PDF, as the server makes
// it.
import { layOut } from '@contract/print/pages';
import { makePdf } from '@server/print/makePdf';
import { issue, reportOf } from './content';
import { tell } from './tell';

const content = reportOf(Number(process.argv[2]));
const document = reportDocument(content, issue);
await tell(
  () => makePdf(document, content.agency.name),
  () => layOut(document).pages.length,
);
