import { reportSheet, type SheetParts } from '@contract/features/publicity/pages/reportPages';
import type { PublicReport } from '@contract/features/publicity/publicity';
import './public.css';
import { toReact } from './toReact';

/** Shows the fields of DOMAIN §7.5 as the public sees them, before publishing. */
export function ReportSheet({ report, ...parts }: SheetParts & { readonly report: PublicReport }) {
  return <>{toReact(reportSheet(report, parts))}</>;
}
