/** Returns a generator of pseudo-random numbers that is equal in every run. */
export function numbersFrom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const edits = [
  "title = coalesce(title, '') || '改'",
  "reason = '补记'",
  "create_time = create_time - interval '1 day'",
  'create_by = coalesce(create_by, 0) + 1',
  'after = coalesce(after, \'{}\'::jsonb) || \'{"reading":"9.9"}\'',
  'before = null',
  "user_name = '他人（other）'",
  "ip = '198.51.100.7'",
  "action = 'add'",
  'entity_id = coalesce(entity_id, 0) + 1',
];

const line = (seq: number) => `(select audit_id from audit_chain where seq = ${seq})`;

/**
 * Returns statements that edit, delete, reorder and insert lines past every trigger (QUALITY AUD3); `links` are in the
 * chain.
 */
export function tamperings(count: number, links: number): { kind: string; statements: string[] }[] {
  const number = numbersFrom(20_261_121);
  return Array.from({ length: count }, () => {
    const seq = 1 + number(links);
    switch (number(6)) {
      case 0:
      case 1:
        return {
          kind: 'edit',
          statements: [
            `update audit_log set ${edits[number(edits.length)] as string}
              where id = ${line(seq)} and before is not null`,
          ],
        };
      case 2:
        return { kind: 'delete', statements: [`delete from audit_log where id = ${line(seq)}`] };
      case 3:
        return {
          kind: 'delete with its link',
          statements: [`delete from audit_log where id = ${line(seq)}`, `delete from audit_chain where seq = ${seq}`],
        };
      case 4: {
        const other = ((seq + number(links - 1)) % links) + 1;
        // Swaps which line two links refer to.
        return {
          kind: 'reorder',
          statements: [
            `update audit_chain set audit_id = -audit_id where seq in (${seq}, ${other})`,
            `update audit_chain c set audit_id = (select -max(d.audit_id) from audit_chain d
              where d.audit_id < 0 and d.seq <> c.seq) where seq = ${seq}`,
            `update audit_chain set audit_id = (select id from audit_log
              where id not in (select abs(audit_id) from audit_chain where seq <> ${other})) where seq = ${other}`,
          ],
        };
      }
      default:
        return {
          kind: 'insert',
          statements: [
            `insert into audit_log (action, entity, entity_label, title, user_name)
              values ('edit', 'labSheet', '原始记录', '伪造 ${number(1_000)}', '某人')`,
          ],
        };
    }
  });
}
