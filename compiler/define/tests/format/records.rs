//! Records of a few operations, by hand.

use std::sync::Arc;

use tvmlike_define::{
    Arity, AttributeRecord, Body, Constraint, ConstraintId, Default, DialectRecord, EnumCase, EnumRecord,
    OpRecord, ParameterKind, ParameterRecord, Predicate, RegionRecord, SuccessorRecord, SymbolRecord,
    TraitRecord, ValueRecord,
};

/// Makes the records of one dialect.
pub(crate) struct Builder {
    pub(crate) dialect: DialectRecord,
}

impl Builder {
    pub(crate) fn new(name: &str) -> Self {
        Self {
            dialect: DialectRecord {
                name: name.into(),
                ..DialectRecord::default()
            },
        }
    }

    pub(crate) fn constraint(&mut self, summary: &str, test: &str, argument: Option<&str>) -> ConstraintId {
        let arguments: Vec<_> = argument
            .map(|text| tvmlike_define::Argument::Text(text.into()))
            .into_iter()
            .collect();
        let predicate = Predicate::Test(test.into(), arguments.into());
        self.dialect.constraints.push(Constraint::new(summary, predicate));
        ConstraintId(self.dialect.constraints.len() as u32 - 1)
    }

    /// A constraint that one type satisfies.
    pub(crate) fn only(&mut self, ty: &str) -> ConstraintId {
        let id = self.constraint(ty, "type", None);
        self.last().only_type = Some(ty.into());
        id
    }

    pub(crate) fn last(&mut self) -> &mut Constraint {
        self.dialect.constraints.last_mut().expect("a constraint")
    }

    /// An enum with its constraint.
    pub(crate) fn enumeration(
        &mut self,
        name: &str,
        (width, separator, attribute): (u32, Option<&str>, Option<(&str, &str)>),
        cases: &[(&str, u64)],
    ) -> ConstraintId {
        self.dialect.enums.push(EnumRecord {
            name: name.into(),
            cases: cases
                .iter()
                .map(|(keyword, value)| EnumCase {
                    symbol: (*keyword).into(),
                    keyword: (*keyword).into(),
                    value: *value,
                })
                .collect(),
            width,
            separator: separator.map(Into::into),
            attribute: attribute.map(|(mnemonic, _)| mnemonic.into()),
            summary: name.into(),
        });
        let id = match attribute {
            Some((mnemonic, format)) => {
                self.dialect.attributes.push(SymbolRecord {
                    name: mnemonic.into(),
                    class: "".into(),
                    parameters: vec![ParameterRecord {
                        name: "value".into(),
                        kind: ParameterKind::Enum(name.into()),
                        is_optional: false,
                        default: Default::None,
                        class: format!("::mlir::{}::{name}", self.dialect.name).into(),
                    }],
                    body: Body::Format(format.into()),
                    traits: Vec::new(),
                });
                let full = format!("{}.{mnemonic}", self.dialect.name);
                self.constraint(name, "attr", Some(&full))
            }
            None => self.constraint(name, "integer_attr", None),
        };
        self.last().enumeration = Some(name.into());
        id
    }

    pub(crate) fn op(&mut self, op: OpRecord) {
        self.dialect.operations.push(op);
    }
}

pub(crate) fn op(name: &str, format: &str) -> OpRecord {
    OpRecord {
        name: name.into(),
        class: "Op".into(),
        summary: Box::default(),
        operands: Vec::new(),
        results: Vec::new(),
        attributes: Vec::new(),
        regions: Vec::new(),
        successors: Vec::new(),
        traits: Arc::default(),
        body: Body::Format(format.into()),
        verified_by_hand: false,
        regions_verified_by_hand: false,
    }
}

/// Adds parts to a record.
pub(crate) trait Parts: Sized {
    fn operand(self, name: &str, constraint: ConstraintId, arity: Arity) -> Self;
    fn result(self, name: &str, constraint: ConstraintId, arity: Arity) -> Self;
    fn attribute(self, name: &str, constraint: ConstraintId, default: Option<&str>) -> Self;
    fn optional_attribute(self, name: &str, constraint: ConstraintId) -> Self;
    fn region(self, name: &str) -> Self;
    fn successor(self, name: &str) -> Self;
    fn with_trait(self, name: &str, arguments: &[&str]) -> Self;
}

impl Parts for OpRecord {
    fn operand(mut self, name: &str, constraint: ConstraintId, arity: Arity) -> Self {
        let name = name.into();
        self.operands.push(ValueRecord {
            name,
            constraint,
            arity,
        });
        self
    }

    fn result(mut self, name: &str, constraint: ConstraintId, arity: Arity) -> Self {
        let name = name.into();
        self.results.push(ValueRecord {
            name,
            constraint,
            arity,
        });
        self
    }

    fn attribute(mut self, name: &str, constraint: ConstraintId, default: Option<&str>) -> Self {
        self.attributes.push(AttributeRecord {
            name: name.into(),
            constraint,
            is_optional: false,
            default: default.map_or(Default::None, |text| Default::Text(text.into())),
            position: 0,
        });
        self
    }

    fn optional_attribute(mut self, name: &str, constraint: ConstraintId) -> Self {
        self.attributes.push(AttributeRecord {
            name: name.into(),
            constraint,
            is_optional: true,
            default: Default::None,
            position: 0,
        });
        self
    }

    fn region(mut self, name: &str) -> Self {
        self.regions.push(RegionRecord {
            name: name.into(),
            arity: Arity::One,
            blocks: None,
        });
        self
    }

    fn successor(mut self, name: &str) -> Self {
        self.successors.push(SuccessorRecord {
            name: name.into(),
            arity: Arity::One,
        });
        self
    }

    fn with_trait(mut self, name: &str, arguments: &[&str]) -> Self {
        let record = TraitRecord {
            name: name.into(),
            arguments: arguments.iter().map(|text| (*text).into()).collect(),
            summary: None,
        };
        self.traits = self.traits.iter().cloned().chain([record]).collect();
        self
    }
}
