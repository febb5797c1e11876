import { describe, expect, it } from 'vitest';
import { closeQuestion } from '#web/features/dealers/close-question.ts';

describe('the question before a dealer is closed', () => {
  it('names who is signed out, what stops and what goes on', () => {
    const { title, consequence } = closeQuestion({ DealerName: 'Northwind Oregon', unitCount: 1200 });
    expect(title).toBe('Close Northwind Oregon?');
    expect(consequence).toMatch(/users.*sub-dealers.*signed out/);
    expect(consequence).toMatch(/Bulk actions.*stop/);
    expect(consequence).toMatch(/Its 1,200 units stay connected: alarms, notifications and reminders work as before/);
    expect(consequence).toMatch(/open it again/);
  });
});
