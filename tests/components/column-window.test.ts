import { describe, expect, it } from 'vitest';
import { columnWindow } from '#web/components/data-table/column-window.ts';

const columns = (count: number) => Array.from({ length: count }, () => 150);

describe('the columns that a table draws', () => {
  it('are all columns of a table with few, and of one that is not measured yet', () => {
    expect(columnWindow(columns(16), { left: 0, width: 100 })).toEqual({ from: 1, to: 16 });
    expect(columnWindow(columns(25), { left: 0, width: 0 })).toEqual({ from: 1, to: 25 });
  });

  it('are those in sight and some beside them, wherever the table is scrolled', () => {
    const [many, width] = [columns(40), 1000];
    for (let left = 0; left <= 40 * 150 - width; left += 17) {
      const { from, to } = columnWindow(many, { left, width });
      // One column of 150 pixels beside the sight at least, where there is one.
      expect(from === 1 || from * 150 <= left - 150).toBe(true);
      expect(to === 40 || to * 150 >= left + width + 150).toBe(true);
      expect(to - from).toBeLessThan(16);
    }
  });

  it('stay the same while the table moves a little', () => {
    expect(columnWindow(columns(40), { left: 1210, width: 1000 })).toEqual(
      columnWindow(columns(40), { left: 1390, width: 1000 }),
    );
  });
});
