import { expect, it } from 'vitest';
import { sourcesOf, withoutComments } from './sources';

// One way to show a person: `personName` tells people of one name apart. These have a reason to take the bare name.
const bare: Readonly<Record<string, string>> = {
  'server/auth/account.ts': 'the signed-in person’s own name',
  'server/auth/login.ts': 'stands before the account',
  'server/auth/onlineSessions.ts': 'title of a line of the trail, which has the account',
  'server/features/archive/archivePapers.ts': 'paper',
  'server/features/conformity/forms/reviewFormAnswers.ts': 'paper',
  'server/features/laboratory/authorisation/dutiesOfPeople.ts': 'title of a line of the trail',
  'server/features/laboratory/authorisation/policy.ts': 'locks the row and shows nothing',
  'server/features/notices/mail/sendMail.ts': 'greets the person',
  'server/features/platforms/pushPayload.ts': 'what a platform receives',
  'server/features/publicity/reportNotices/noticeFromProject.ts': 'what the public reads',
  'server/features/records/recordPapers.ts': 'paper',
  'server/features/reports/evaluation/reportSigning.ts': 'counts the namesakes of the legal person',
  'server/features/reports/certificates/makeCertificates.ts': 'stands before the account in the certificate',
  'server/features/system/files/manageFiles.ts': 'a column to search and sort by',
  'server/features/system/files/routes.ts': 'stands before the account',
  'server/features/system/users/profileRoutes.ts': 'the signed-in person’s own name',
  'server/features/system/users/completeUserNames.ts': 'compares names',
  'server/features/system/users/accountExpiry.ts': 'stands before the account',
  'server/features/system/users/userRoleRoutes.ts': 'stands before the account',
  'server/seed/demo/closeDemo.ts': 'stands before the account',
  'server/signing/signRows.ts': 'compares names',
};

/** Returns the names by which a source calls the table of people. */
const tablesOf = (code: string): string[] => [
  'userTable',
  ...[...code.matchAll(/(\w+) = alias\(userTable\b/g)].map(([, name]) => String(name)),
  ...[...code.matchAll(/const \[([^\]]+)\] = \[([^\]]+)\]/g)].flatMap(([, names, values]) => {
    const at = String(values)
      .split(',')
      .findIndex((value) => value.trim() === 'userTable');
    return at < 0 ? [] : [String(names).split(',')[at]?.trim() ?? ''];
  }),
];

it('server code selects user names only through the query that distinguishes namesakes, except in the listed files', () => {
  const found = sourcesOf('server').flatMap((source) => {
    if (source.path === 'server/db/distinctNames.ts') return [];
    const code = withoutComments(source);
    return tablesOf(code).some((table) => new RegExp(`(?<![.\\w])${table}\\.nickName\\b`).test(code))
      ? [source.path]
      : [];
  });
  expect(found.sort()).toEqual(Object.keys(bare).sort());
});
