# What LLVM makes of supplied.mlir, with comments and the directives that assemblers differ about taken out.
	.text
	.globl	add_bf16
	.p2align	4
	.type	add_bf16,@function
add_bf16:
	testq	%rcx, %rcx
	jle	.LBB0_4
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	movq	%rcx, %rbx
	movq	%rsi, %r14
	movq	88(%rsp), %r15
	movq	48(%rsp), %r12
	xorl	%r13d, %r13d
	.p2align	4
.LBB0_2:
	movzwl	(%r12,%r13,2), %eax
	shll	$16, %eax
	movd	%eax, %xmm1
	movzwl	(%r14,%r13,2), %eax
	shll	$16, %eax
	movd	%eax, %xmm0
	addss	%xmm1, %xmm0
	callq	__truncsfbf2@PLT
	pextrw	$0, %xmm0, %eax
	movw	%ax, (%r15,%r13,2)
	incq	%r13
	cmpq	%r13, %rbx
	jne	.LBB0_2
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
.LBB0_4:
	retq
.Lfunc_end0:
	.size	add_bf16, .Lfunc_end0-add_bf16
	.globl	_mlir_ciface_add_bf16
	.p2align	4
	.type	_mlir_ciface_add_bf16,@function
_mlir_ciface_add_bf16:
	pushq	%r15
	pushq	%r14
	pushq	%r13
	pushq	%r12
	pushq	%rbx
	movq	24(%rdi), %rbx
	testq	%rbx, %rbx
	jle	.LBB1_3
	movq	8(%rdi), %r14
	movq	8(%rsi), %r15
	movq	8(%rdx), %r12
	xorl	%r13d, %r13d
	.p2align	4
.LBB1_2:
	movzwl	(%r15,%r13,2), %eax
	shll	$16, %eax
	movd	%eax, %xmm1
	movzwl	(%r14,%r13,2), %eax
	shll	$16, %eax
	movd	%eax, %xmm0
	addss	%xmm1, %xmm0
	callq	__truncsfbf2@PLT
	pextrw	$0, %xmm0, %eax
	movw	%ax, (%r12,%r13,2)
	incq	%r13
	cmpq	%r13, %rbx
	jne	.LBB1_2
.LBB1_3:
	popq	%rbx
	popq	%r12
	popq	%r13
	popq	%r14
	popq	%r15
	retq
.Lfunc_end1:
	.size	_mlir_ciface_add_bf16, .Lfunc_end1-_mlir_ciface_add_bf16
	.globl	copy_transposed
	.p2align	4
	.type	copy_transposed,@function
copy_transposed:
	.cfi_startproc
	subq	$152, %rsp
	.cfi_def_cfa_offset 160
	movq	216(%rsp), %rax
	movups	200(%rsp), %xmm0
	movups	184(%rsp), %xmm1
	movups	168(%rsp), %xmm2
	movq	160(%rsp), %r10
	movq	%rdi, 40(%rsp)
	movq	%rsi, 48(%rsp)
	movq	%rdx, 56(%rsp)
	movq	%rcx, 64(%rsp)
	movq	%r8, 72(%rsp)
	movq	%r9, 80(%rsp)
	movq	%r10, 88(%rsp)
	movups	%xmm2, 96(%rsp)
	movups	%xmm1, 112(%rsp)
	movups	%xmm0, 128(%rsp)
	movq	%rax, 144(%rsp)
	movq	$2, 24(%rsp)
	leaq	40(%rsp), %rax
	movq	%rax, 32(%rsp)
	movq	$2, 8(%rsp)
	leaq	96(%rsp), %rax
	movq	%rax, 16(%rsp)
	leaq	24(%rsp), %rsi
	leaq	8(%rsp), %rdx
	movl	$4, %edi
	callq	memrefCopy@PLT
	addq	$152, %rsp
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end2:
	.size	copy_transposed, .Lfunc_end2-copy_transposed
	.cfi_endproc
	.globl	_mlir_ciface_copy_transposed
	.p2align	4
	.type	_mlir_ciface_copy_transposed,@function
_mlir_ciface_copy_transposed:
	.cfi_startproc
	subq	$152, %rsp
	.cfi_def_cfa_offset 160
	movq	48(%rdi), %rax
	movq	48(%rsi), %rcx
	movups	(%rdi), %xmm0
	movaps	%xmm0, 96(%rsp)
	movups	16(%rdi), %xmm0
	movaps	%xmm0, 112(%rsp)
	movups	32(%rdi), %xmm0
	movaps	%xmm0, 128(%rsp)
	movq	%rax, 144(%rsp)
	movups	(%rsi), %xmm0
	movaps	%xmm0, 32(%rsp)
	movups	16(%rsi), %xmm0
	movaps	%xmm0, 48(%rsp)
	movups	32(%rsi), %xmm0
	movaps	%xmm0, 64(%rsp)
	movq	%rcx, 80(%rsp)
	movq	$2, 16(%rsp)
	leaq	96(%rsp), %rax
	movq	%rax, 24(%rsp)
	movq	$2, (%rsp)
	leaq	32(%rsp), %rax
	movq	%rax, 8(%rsp)
	leaq	16(%rsp), %rsi
	movq	%rsp, %rdx
	movl	$4, %edi
	callq	memrefCopy@PLT
	addq	$152, %rsp
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end3:
	.size	_mlir_ciface_copy_transposed, .Lfunc_end3-_mlir_ciface_copy_transposed
	.cfi_endproc
	.globl	observed_twice
	.p2align	4
	.type	observed_twice,@function
observed_twice:
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	callq	_mlir_ciface_observe@PLT
	movl	%eax, %edi
	popq	%rax
	.cfi_def_cfa_offset 8
	jmp	_mlir_ciface_observe@PLT
.Lfunc_end4:
	.size	observed_twice, .Lfunc_end4-observed_twice
	.cfi_endproc
	.globl	_mlir_ciface_observed_twice
	.p2align	4
	.type	_mlir_ciface_observed_twice,@function
_mlir_ciface_observed_twice:
	.cfi_startproc
	pushq	%rax
	.cfi_def_cfa_offset 16
	callq	_mlir_ciface_observe@PLT
	movl	%eax, %edi
	popq	%rax
	.cfi_def_cfa_offset 8
	jmp	_mlir_ciface_observe@PLT
.Lfunc_end5:
	.size	_mlir_ciface_observed_twice, .Lfunc_end5-_mlir_ciface_observed_twice
	.cfi_endproc
	.globl	iota
	.p2align	4
	.type	iota,@function
iota:
	.cfi_startproc
	pushq	%r14
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	pushq	%rax
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -24
	.cfi_offset %r14, -16
	movq	%rsi, %r14
	movq	%rdi, %rbx
	leaq	(,%rsi,8), %rdi
	callq	_mlir_memref_to_llvm_alloc@PLT
	testq	%r14, %r14
	jle	.LBB6_3
	xorl	%ecx, %ecx
	.p2align	4
.LBB6_2:
	movq	%rcx, (%rax,%rcx,8)
	incq	%rcx
	cmpq	%rcx, %r14
	jne	.LBB6_2
.LBB6_3:
	movq	%r14, 24(%rbx)
	movq	%rax, 8(%rbx)
	movq	%rax, (%rbx)
	movq	$1, 32(%rbx)
	movq	$0, 16(%rbx)
	movq	%rbx, %rax
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end6:
	.size	iota, .Lfunc_end6-iota
	.cfi_endproc
	.globl	_mlir_ciface_iota
	.p2align	4
	.type	_mlir_ciface_iota,@function
_mlir_ciface_iota:
	.cfi_startproc
	pushq	%r14
	.cfi_def_cfa_offset 16
	pushq	%rbx
	.cfi_def_cfa_offset 24
	pushq	%rax
	.cfi_def_cfa_offset 32
	.cfi_offset %rbx, -24
	.cfi_offset %r14, -16
	movq	%rsi, %r14
	movq	%rdi, %rbx
	leaq	(,%rsi,8), %rdi
	callq	_mlir_memref_to_llvm_alloc@PLT
	testq	%r14, %r14
	jle	.LBB7_3
	xorl	%ecx, %ecx
	.p2align	4
.LBB7_2:
	movq	%rcx, (%rax,%rcx,8)
	incq	%rcx
	cmpq	%rcx, %r14
	jne	.LBB7_2
.LBB7_3:
	movq	%rax, (%rbx)
	movq	%rax, 8(%rbx)
	movq	$0, 16(%rbx)
	movq	%r14, 24(%rbx)
	movq	$1, 32(%rbx)
	addq	$8, %rsp
	.cfi_def_cfa_offset 24
	popq	%rbx
	.cfi_def_cfa_offset 16
	popq	%r14
	.cfi_def_cfa_offset 8
	retq
.Lfunc_end7:
	.size	_mlir_ciface_iota, .Lfunc_end7-_mlir_ciface_iota
	.cfi_endproc
	.section	".note.GNU-stack","",@progbits
