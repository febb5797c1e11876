import { describe, expect, it } from 'vitest';
import { exampleOf, fieldsOf } from '#scripts/new-area/fields.ts';
import { itemOf, namesOf } from '#scripts/new-area/names.ts';
import { withMessage } from '#support/with-message.ts';

describe('the words of an area', () => {
  it('exist in each needed form', () => {
    expect(namesOf('spare-parts')).toEqual({
      'area-folder': 'spare-parts',
      area: 'spareParts',
      Area: 'SpareParts',
      'area words': 'spare parts',
      'Area words': 'Spare parts',
      'item-file': 'spare-part',
      item: 'sparePart',
      Item: 'SparePart',
      'item words': 'spare part',
      'Item words': 'Spare part',
      'an item': 'a spare part',
    });
    expect([itemOf('categories'), itemOf('repair')]).toEqual(['category', 'repair-item']);
    const articles = ['orders', 'units', 'users', 'uploads'].map((area) => namesOf(area)['an item']);
    expect(articles).toEqual(['an order', 'a unit', 'a user', 'an upload']);
  });

  it.each(['SpareParts', 'spare_parts', '../parts', '', 'a--b', '2nd'])('are refused if they are "%s"', (area) => {
    expect(() => namesOf(area)).toThrow(withMessage(`"${area}" must be of small letters and hyphens: spare-parts`));
  });
});

describe('the fields of an area', () => {
  it('have a name, a kind and a label', () => {
    expect(fieldsOf('Name:text, OtherEmail:email?,Status:choice(Half day|Closed)')).toEqual([
      { name: 'Name', kind: 'text', optional: false, label: 'Name', choices: [] },
      { name: 'OtherEmail', kind: 'email', optional: true, label: 'Other e-mail', choices: [] },
      { name: 'Status', kind: 'choice', optional: false, label: 'Status', choices: ['Half day', 'Closed'] },
    ]);
  });

  it('have different examples, as code', () => {
    const [name, day, flag] = fieldsOf('Name:text,Day:day,Active:flag');
    expect([exampleOf(name!), exampleOf(name!, 'second')]).toEqual(["'First name'", "'Second name'"]);
    expect([exampleOf(day!), exampleOf(day!, 'second')]).toEqual(["'2027-01-15'", "'2027-02-15'"]);
    expect(exampleOf(flag!)).toBe('true');
  });

  it.each([
    ['Name', '"Name" must be a field with its kind'],
    ['Name:money', '"Name:money" must be a field with its kind'],
    ['Name:text,Status:choice', '"Status:choice" must be a field with its kind'],
    ['Name:text,Status:choice(One)', '"Status:choice\\(One\\)" must be a field with its kind'],
    ['Name:text,Days:number?', 'A number cannot be optional'],
    ['Name:text,id:text', '"id" cannot be the name of a field'],
    ['Name:text,Name:text', '"Name" cannot be the name of a field'],
    ['Note:text?,Days:number', 'One field must be a text that is not optional'],
  ])('are refused in the form %s', (written, message) => {
    expect(() => fieldsOf(written)).toThrow(new RegExp(`^${message}`));
  });
});
